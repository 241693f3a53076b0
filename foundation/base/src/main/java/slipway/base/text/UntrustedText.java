package slipway.base.text;

import java.util.regex.Pattern;

/** How a stranger's text appears inside our sentences: short, on one line, and unable to steer a terminal. */
public final class UntrustedText {

    private static final int LONGEST = 60;
    private static final Pattern PLAIN_KEY =
            Pattern.compile("[\\p{L}\\p{N}_./@+-]{1," + LONGEST + "}");

    private UntrustedText() {}

    public static String quoted(String text) {
        return '"' + plain(text, LONGEST) + '"';
    }

    /** Without quotes, and at most so many characters of it. */
    public static String plain(String text, int longest) {
        var shown = new StringBuilder();
        text.codePoints().limit(longest).forEach(point -> shown.append(visible(point)));
        if (text.codePointCount(0, text.length()) > longest) {
            shown.append('…');
        }
        return shown.toString();
    }

    public static String key(String key) {
        return PLAIN_KEY.matcher(key).matches() ? key : quoted(key);
    }

    private static String visible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> escaped(point);
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> escaped(point);
            default -> Character.toString(point);
        };
    }

    private static String escaped(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            default -> "\\u%04x".formatted(point);
        };
    }
}
