package slipway.surface.web.component;

import java.util.Locale;

/** What something is in the middle of: the shape of its glyph, its colour, and the word for both. */
public enum StateBadge {
    QUEUED("queued"),
    STARTING("starting"),
    RUNNING("running"),
    PREEMPTING("preempting"),
    SUCCEEDED("succeeded"),
    FAILED("failed"),
    LOST("lost"),
    CANCELLED("cancelled"),
    /** Held without being used, or something to do. */
    IDLE("held idle"),
    /** Expected, not yet true. */
    AHEAD("expected");

    private final String word;

    StateBadge(String word) {
        this.word = word;
    }

    /** In the middle of a sentence: {@code held idle}. */
    public String word() {
        return word;
    }

    /** At its beginning: {@code Held idle}. */
    public String title() {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /** Its glyph in the sprite, and the mark that style sheets know it by. */
    public String glyph() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The variable that holds its colour in light and dark. */
    public String colour() {
        return switch (this) {
            case IDLE -> "--sw-warn";
            case AHEAD -> "--sw-queued";
            default -> "--sw-" + glyph();
        };
    }
}
