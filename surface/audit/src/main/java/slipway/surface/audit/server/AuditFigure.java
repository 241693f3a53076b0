package slipway.surface.audit.server;

import java.util.Optional;

/**
 * One of the numbers at the top.
 *
 * @param mood what colour says: that it was verified, or that it is wrong
 * @param under what it rests on
 * @param exact what of that is written exactly so
 */
public record AuditFigure(
        String name, String value, Mood mood, String under, Optional<String> exact) {

    /** What colour says. */
    public enum Mood {
        PLAIN("sw-v"),
        WORD("sw-v sw-word"),
        GOOD("sw-v sw-good"),
        BAD("sw-v sw-bad");

        private final String style;

        Mood(String style) {
            this.style = style;
        }

        public String style() {
            return style;
        }
    }

    static AuditFigure of(String name, Mood mood, String value, String under) {
        return new AuditFigure(name, value, mood, under, Optional.empty());
    }

    AuditFigure with(String code) {
        return new AuditFigure(name, value, mood, under, Optional.of(code));
    }
}
