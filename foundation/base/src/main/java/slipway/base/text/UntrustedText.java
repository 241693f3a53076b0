package slipway.base.text;

import java.util.regex.Pattern;

/** How a stranger's text appears inside our sentences: short, on one line, and unable to steer a terminal. */
public final class UntrustedText {

    private static final int MAX_LENGTH = 60;
    private static final Pattern PLAIN_KEY =
            Pattern.compile("[\\p{L}\\p{N}_./@+-]{1," + MAX_LENGTH + "}");

    private UntrustedText() {}

    public static String quoted(String text) {
        return '"' + escaped(text, MAX_LENGTH) + '"';
    }

    /** Without quotes, and at most so many characters of it. */
    public static String escaped(String text, int maxLength) {
        var shown = new StringBuilder();
        text.codePoints().limit(maxLength).forEach(codePoint -> shown.append(visible(codePoint)));
        if (text.codePointCount(0, text.length()) > maxLength) {
            shown.append('…');
        }
        return shown.toString();
    }

    public static String key(String key) {
        return PLAIN_KEY.matcher(key).matches() ? key : quoted(key);
    }

    private static String visible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE ->
                    escapeSequence(codePoint);
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                    escapeSequence(codePoint);
            default -> Character.toString(codePoint);
        };
    }

    private static String escapeSequence(int codePoint) {
        return switch (codePoint) {
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            default -> "\\u%04x".formatted(codePoint);
        };
    }
}
