package slipway.surface.web.component;

import java.util.Locale;

/** The state of an object: its glyph, color and word. */
public enum StateBadge {
    QUEUED("queued"),
    STARTING("starting"),
    RUNNING("running"),
    PREEMPTING("preempting"),
    SUCCEEDED("succeeded"),
    FAILED("failed"),
    LOST("lost"),
    CANCELLED("cancelled"),
    /** Held idle, or an open task. */
    IDLE("held idle"),
    /** Expected in the future. */
    AHEAD("expected");

    private final String word;

    StateBadge(String word) {
        this.word = word;
    }

    /** The word within a sentence: {@code held idle}. */
    public String word() {
        return word;
    }

    /** The word at the beginning of a sentence: {@code Held idle}. */
    public String title() {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /** The name of its glyph in the sprite and in style sheets. */
    public String glyph() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The CSS variable of its color. */
    public String colour() {
        return switch (this) {
            case IDLE -> "--sw-warn";
            case AHEAD -> "--sw-queued";
            default -> "--sw-" + glyph();
        };
    }
}
