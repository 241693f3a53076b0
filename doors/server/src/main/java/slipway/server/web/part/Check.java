package slipway.server.web.part;

/**
 * Something that was looked at, and how it was found.
 *
 * @param word what its glyph means here
 */
public record Check(State state, String word, String title, String text) {

    public static Check well(String title, String text) {
        return new Check(State.SUCCEEDED, "ok", title, text);
    }

    public static Check open(String title, String text) {
        return new Check(State.IDLE, "to do", title, text);
    }

    public static Check broken(String title, String text) {
        return new Check(State.FAILED, "broken", title, text);
    }
}
