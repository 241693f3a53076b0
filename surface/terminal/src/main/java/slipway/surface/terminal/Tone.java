package slipway.surface.terminal;

/** A color with a meaning; the colored text has the same meaning without it. */
public enum Tone {
    PLAIN(""),
    GOOD("32"),
    WARNING("33"),
    BAD("31"),
    QUIET("2"),
    STRONG("1");

    private final String code;

    Tone(String code) {
        this.code = code;
    }

    String around(String text) {
        return code.isEmpty() || text.isEmpty()
                ? text
                : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
