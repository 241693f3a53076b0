package slipway.surface.web.page;

import java.util.Optional;

/**
 * The content of a page: a template and its value.
 *
 * @param template its name without the extension: {@code people/page}
 * @param title the title, if it depends on the content
 * @param command the equivalent command, if it depends on the content
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
