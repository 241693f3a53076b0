package slipway.surface.terminal;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/** Writes for a terminal that supports only ASCII: known symbols become similar ones, all other characters escapes. */
final class AsciiFallback extends FilterWriter {

    private static final Map<Character, String> REPLACEMENTS =
            Map.ofEntries(
                    Map.entry('…', "..."),
                    Map.entry('·', "-"),
                    Map.entry('–', "-"),
                    Map.entry('—', "-"),
                    Map.entry('−', "-"),
                    Map.entry('→', ">"),
                    Map.entry('×', "x"),
                    Map.entry('±', "+-"),
                    Map.entry('≤', "<="),
                    Map.entry('≥', ">="),
                    Map.entry('µ', "u"),
                    Map.entry('█', "#"),
                    Map.entry('░', "."),
                    Map.entry('\u202f', " "),
                    Map.entry('\u00a0', " "),
                    Map.entry('‘', "'"),
                    Map.entry('’', "'"),
                    Map.entry('“', "\""),
                    Map.entry('”', "\""));

    AsciiFallback(Writer out) {
        super(out);
    }

    static String ascii(String text) {
        var ascii = new StringBuilder(text.length());
        text.chars().forEach(one -> ascii.append(ascii((char) one)));
        return ascii.toString();
    }

    /** Writes every character beyond ASCII as a JSON escape, so that JSON keeps its meaning. */
    static String escaped(String json) {
        var ascii = new StringBuilder(json.length());
        json.chars()
                .forEach(
                        one ->
                                ascii.append(
                                        one < 128
                                                ? String.valueOf((char) one)
                                                : escape((char) one)));
        return ascii.toString();
    }

    private static CharSequence ascii(char one) {
        return one < 128 ? String.valueOf(one) : REPLACEMENTS.getOrDefault(one, escape(one));
    }

    private static String escape(char one) {
        return "\\u%04x".formatted((int) one);
    }

    @Override
    public void write(int one) throws IOException {
        out.append(ascii((char) one));
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        out.write(ascii(new String(text, from, length)));
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        out.write(ascii(text.substring(from, from + length)));
    }
}
