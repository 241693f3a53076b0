package slipway.base.text;

import java.util.regex.Pattern;

/** Quotes words for a POSIX shell, in commands to copy and in scripts to run. */
public final class ShellQuote {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./+@:,=%-]+");

    private ShellQuote() {}

    /** The word itself where no character of it means anything to a shell, otherwise in single quotes. */
    public static String of(Object value) {
        String text = value.toString();
        return PLAIN.matcher(text).matches() ? text : always(text);
    }

    /** In single quotes in any case, for text that a program reads back by its quotes. */
    public static String always(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
