package slipway.server.web;

import java.util.Optional;

/**
 * What a page shows: the template, and the value that it shows.
 *
 * @param template its name without the ending: {@code people/page}
 * @param title the page's own, where it is not always the same
 * @param command what shows the same on the command line, where it is not always the same
 */
public record View(
        String template, Object value, Optional<String> title, Optional<String> command) {

    public static View of(String template, Object value) {
        return new View(template, value, Optional.empty(), Optional.empty());
    }

    public View titled(String text) {
        return new View(template, value, Optional.of(text), command);
    }

    public View typed(String text) {
        return new View(template, value, title, Optional.of(text));
    }
}
