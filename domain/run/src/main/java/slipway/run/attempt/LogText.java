package slipway.run.attempt;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.text.UntrustedText;

/**
 * What a program printed, as text: in whole characters, without colours and whatever else steers a terminal. A line
 * that was drawn over itself, as bars are, is a line for each drawing; garbage is shown as what cannot be shown.
 *
 * @param used so many of the bytes are in it; the rest is the beginning of something that has not come whole yet
 */
public record LogText(String text, int used) {

    private static final char ESCAPE = '\u001b';
    private static final String CONTROL_SEQUENCE =
            "\u001b(\\[[0-?]*[ -/]*[@-~]|\\][^\u0007\u001b]*(\u0007|\u001b\\\\)|[ -/]*[0-Z\\\\^-~])";
    private static final Pattern CONTROL = Pattern.compile(CONTROL_SEQUENCE);
    private static final Pattern LINE_END = Pattern.compile("\r+\n|\r");

    /** No valid control sequence is longer. */
    private static final int MAX_SEQUENCE = 100;

    /**
     * @param last whether these are the last bytes
     */
    public static LogText of(byte[] bytes, boolean last) {
        int used = last ? bytes.length : completeBytes(bytes);
        String text = new String(bytes, 0, used, StandardCharsets.UTF_8);
        String still = CONTROL.matcher(text).replaceAll("");
        String lines = LINE_END.matcher(still).replaceAll("\n");
        return new LogText(UntrustedText.logLines(lines), used);
    }

    /** The number of bytes without an incomplete sequence at the end; all bytes if that would be none. */
    private static int completeBytes(byte[] bytes) {
        int end = withoutPartialSequence(bytes, withoutPartialCharacter(bytes));
        if (end > 0 && bytes[end - 1] == '\r') {
            end--;
        }
        return end == 0 ? bytes.length : end;
    }

    private static int withoutPartialCharacter(byte[] bytes) {
        int length = bytes.length;
        for (int back = 1; back <= Math.min(3, length); back++) {
            int each = bytes[length - back] & 0xff;
            int needs = each >= 0xf0 ? 4 : each >= 0xe0 ? 3 : each >= 0xc0 ? 2 : 1;
            if (each < 0x80 || each >= 0xc0) {
                return needs > back ? length - back : length;
            }
        }
        return length;
    }

    private static int withoutPartialSequence(byte[] bytes, int end) {
        for (int at = end - 1; at >= Math.max(0, end - MAX_SEQUENCE); at--) {
            if (bytes[at] == ESCAPE) {
                String rest = new String(bytes, at, end - at, StandardCharsets.ISO_8859_1);
                Matcher begun = CONTROL.matcher(rest);
                return begun.lookingAt() ? end : at;
            }
        }
        return end;
    }
}
