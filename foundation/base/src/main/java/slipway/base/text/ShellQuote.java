package slipway.base.text;

import java.util.regex.Pattern;

/** A word that a shell takes as one and as it is, to be copied from the screen. */
public final class ShellQuote {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./+@:,=-]+");

    private ShellQuote() {}

    public static String of(Object value) {
        String text = value.toString();
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
