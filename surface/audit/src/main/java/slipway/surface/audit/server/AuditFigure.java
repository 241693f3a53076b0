package slipway.surface.audit.server;

import java.util.Optional;

/**
 * A figure at the top of the page.
 *
 * @param emphasis its color: verified, wrong or neutral
 * @param detail the text below the value
 * @param code a part of the detail in monospace
 */
public record AuditFigure(
        String name, String value, Emphasis emphasis, String detail, Optional<String> code) {

    /** The color of a figure. */
    public enum Emphasis {
        PLAIN("sw-v"),
        WORD("sw-v sw-word"),
        GOOD("sw-v sw-good"),
        BAD("sw-v sw-bad");

        private final String style;

        Emphasis(String style) {
            this.style = style;
        }

        public String style() {
            return style;
        }
    }

    static AuditFigure of(String name, Emphasis emphasis, String value, String detail) {
        return new AuditFigure(name, value, emphasis, detail, Optional.empty());
    }

    AuditFigure withCode(String text) {
        return new AuditFigure(name, value, emphasis, detail, Optional.of(text));
    }
}
