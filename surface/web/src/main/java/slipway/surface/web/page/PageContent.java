package slipway.surface.web.page;

import java.util.Optional;

/**
 * What a page shows: the template, and the value that it shows.
 *
 * @param template its name without the ending: {@code people/page}
 * @param title the page's own, where it is not always the same
 * @param command what shows the same on the command line, where it is not always the same
 */
public record PageContent(
        String template, Object value, Optional<String> title, Optional<String> command) {

    public static PageContent of(String template, Object value) {
        return new PageContent(template, value, Optional.empty(), Optional.empty());
    }

    public PageContent withTitle(String text) {
        return new PageContent(template, value, Optional.of(text), command);
    }

    public PageContent withCommand(String text) {
        return new PageContent(template, value, title, Optional.of(text));
    }
}
