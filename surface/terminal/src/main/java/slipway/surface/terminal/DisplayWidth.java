package slipway.surface.terminal;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The number of terminal columns of a text: East Asian characters and emoji take two, combining marks none. Counts
 * grapheme clusters, so that a family of four emoji is one emoji wide.
 */
final class DisplayWidth {

    private static final Pattern GRAPHEME = Pattern.compile("\\X");
    private static final int EMOJI_PRESENTATION = 0xfe0f;

    /** The first and last character of each wide block, by Unicode's East Asian Width (without emoji). */
    private static final int[][] WIDE = {
        {0x1100, 0x115f},
        {0x2329, 0x232a},
        {0x2e80, 0x303e},
        {0x3041, 0xa4cf},
        {0xa960, 0xa97c},
        {0xac00, 0xd7a3},
        {0xf900, 0xfaff},
        {0xfe10, 0xfe19},
        {0xfe30, 0xfe6f},
        {0xff01, 0xff60},
        {0xffe0, 0xffe6},
        {0x16fe0, 0x18cff},
        {0x1b000, 0x1b2ff},
        {0x1f200, 0x1f265},
        {0x20000, 0x3fffd},
    };

    private DisplayWidth() {}

    static int of(String text) {
        return isAscii(text)
                ? text.length()
                : GRAPHEME.matcher(text).results().mapToInt(DisplayWidth::ofGrapheme).sum();
    }

    /** The longest beginning of a text that fits into the columns. */
    static String first(String text, int columns) {
        if (isAscii(text)) {
            return text.substring(0, Math.min(columns, text.length()));
        }
        int end = 0;
        int width = 0;
        for (MatchResult grapheme : GRAPHEME.matcher(text).results().toList()) {
            width += ofGrapheme(grapheme);
            if (width > columns) {
                break;
            }
            end = grapheme.end();
        }
        return text.substring(0, end);
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(one -> one < 128);
    }

    private static int ofGrapheme(MatchResult grapheme) {
        String text = grapheme.group();
        int first = text.codePointAt(0);
        boolean emoji = text.codePoints().anyMatch(point -> point == EMOJI_PRESENTATION);
        return emoji || isWide(first) ? 2 : isCombiningMark(first) ? 0 : 1;
    }

    private static boolean isWide(int point) {
        if (Character.isEmojiPresentation(point)) {
            return true;
        }
        for (int[] block : WIDE) {
            if (point >= block[0] && point <= block[1]) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCombiningMark(int point) {
        int type = Character.getType(point);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.FORMAT;
    }
}
