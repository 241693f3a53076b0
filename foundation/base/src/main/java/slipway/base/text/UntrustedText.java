package slipway.base.text;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Makes text from outside safe to show: names, logs, output of jobs, claims of an identity provider. Dangerous are
 * control characters, which steer a terminal or forge a line of a log; line separators; halves of a surrogate pair,
 * which cannot be stored; and directional overrides, with which one name looks like another. The methods differ in
 * what they do with such a character, because their readers differ: escape it, replace it, or report it.
 */
public final class UntrustedText {

    private static final int MAX_LENGTH = 60;
    private static final int ZERO_WIDTH_JOINER = 0x200d;
    private static final int EMOJI_VARIATION_SELECTOR = 0xfe0f;
    private static final Pattern PLAIN_KEY =
            Pattern.compile("[\\p{L}\\p{N}_./@+-]{1," + MAX_LENGTH + "}");

    /** Joiners stay: letters of some scripts and emoji need them. */
    private static final Pattern NOT_ON_ONE_LINE =
            Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]+");

    /** Tabs and line feeds stay. */
    private static final Pattern NOT_IN_A_LOG =
            Pattern.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]");

    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]+");
    private static final Pattern ASCII_CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final Pattern NOT_VISIBLE_ASCII = Pattern.compile("[^\\x21-\\x7e]");

    private UntrustedText() {}

    /** In double quotes, escaped and shortened, for a sentence that names the text. */
    public static String quoted(String text) {
        return '"' + escaped(text, MAX_LENGTH) + '"';
    }

    /** At most this many characters, each dangerous one escaped as four hexadecimal digits. */
    public static String escaped(String text, int maxLength) {
        var shown = new StringBuilder();
        text.codePoints().limit(maxLength).forEach(point -> shown.append(visible(point)));
        if (text.codePointCount(0, text.length()) > maxLength) {
            shown.append('…');
        }
        return shown.toString();
    }

    /** A key as it is where it is an ordinary word, otherwise {@link #quoted}. */
    public static String key(String key) {
        return PLAIN_KEY.matcher(key).matches() ? key : quoted(key);
    }

    /**
     * All of the text, with every character escaped that could move the cursor, change colors or turn the direction of
     * what follows. The joiner inside an emoji stays.
     */
    public static String forTerminal(String text) {
        if (text.chars().allMatch(letter -> letter >= ' ' && letter < 127)) {
            return text;
        }
        var shown = new StringBuilder(text.length() + 8);
        int before = 0;
        for (int point : text.codePoints().toArray()) {
            boolean joins =
                    point == ZERO_WIDTH_JOINER
                            && (before == EMOJI_VARIATION_SELECTOR || Character.isEmoji(before));
            shown.append(joins ? Character.toString(point) : visibleOnTerminal(point));
            before = point;
        }
        return shown.toString();
    }

    /** Dangerous characters and line ends become one space, for a sentence on a page. */
    public static String oneLine(String text) {
        return NOT_ON_ONE_LINE.matcher(text).replaceAll(" ");
    }

    /** Dangerous characters except tab and line feed become U+FFFD, for the lines of a log. */
    public static String logLines(String text) {
        return NOT_IN_A_LOG.matcher(text).replaceAll("\ufffd");
    }

    /** Unprintable characters, also private and unassigned ones, become one space; without spaces around. */
    public static String printable(String text, int maxLength) {
        String plain = UNPRINTABLE.matcher(text).replaceAll(" ").strip();
        int end = Math.min(plain.length(), maxLength);
        boolean halved = end < plain.length() && Character.isLowSurrogate(plain.charAt(end));
        return plain.substring(0, halved ? end - 1 : end);
    }

    /** Each ASCII control character becomes a space. */
    public static String withoutAsciiControls(String text) {
        return ASCII_CONTROL.matcher(text).replaceAll(" ");
    }

    /** Everything but visible ASCII becomes a question mark, for fields of a log line that are split at spaces. */
    public static String visibleAscii(String text) {
        return NOT_VISIBLE_ASCII.matcher(text).replaceAll("?");
    }

    public static String shortened(String text, int maxLength) {
        return text.length() <= maxLength ? text : text.substring(0, maxLength) + "…";
    }

    /** Whether names and request bodies may not hold this character. */
    public static boolean isDangerous(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            default -> isDirectionalOverride(codePoint);
        };
    }

    private static boolean isDirectionalOverride(int codePoint) {
        return (codePoint >= 0x202a && codePoint <= 0x202e)
                || (codePoint >= 0x2066 && codePoint <= 0x2069);
    }

    private static String visible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    escapeSequence(codePoint);
            default -> Character.toString(codePoint);
        };
    }

    private static String visibleOnTerminal(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.UNASSIGNED, Character.PRIVATE_USE -> escapeSequence(codePoint);
            default -> codePoint == '\r' ? "\\r" : visible(codePoint);
        };
    }

    private static String escapeSequence(int codePoint) {
        return switch (codePoint) {
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            default -> String.format(Locale.ROOT, "\\u%04x", codePoint);
        };
    }
}
