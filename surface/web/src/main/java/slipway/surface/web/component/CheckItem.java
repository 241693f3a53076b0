package slipway.surface.web.component;

/**
 * The result of a check.
 *
 * @param word the meaning of its glyph
 */
public record CheckItem(StateBadge state, String word, String title, String text) {

    public static CheckItem well(String title, String text) {
        return new CheckItem(StateBadge.SUCCEEDED, "ok", title, text);
    }

    public static CheckItem open(String title, String text) {
        return new CheckItem(StateBadge.IDLE, "to do", title, text);
    }

    public static CheckItem broken(String title, String text) {
        return new CheckItem(StateBadge.FAILED, "broken", title, text);
    }
}
