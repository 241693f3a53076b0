package slipway.run.attempt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.text.ShellQuote;

/** Variables as lines of shell, {@code NAME='value'}: as we write them, and as we read back what we wrote. */
final class ShellVariables {

    private static final String EXPORT = "export ";

    /** An apostrophe within a quoted value: closing quote, escaped apostrophe, opening quote. */
    private static final String APOSTROPHE = "'\\''";

    private final String text;
    private int at;

    private ShellVariables(String text) {
        this.text = text;
    }

    static String exported(Map<String, String> values) {
        return lines(values, EXPORT);
    }

    static String written(Map<String, String> values) {
        return lines(values, "");
    }

    private static String lines(Map<String, String> values, String prefix) {
        var lines = new StringBuilder();
        values.forEach(
                (name, value) ->
                        lines.append(prefix)
                                .append(name)
                                .append('=')
                                .append(ShellQuote.always(value))
                                .append('\n'));
        return lines.toString();
    }

    /** What was written, up to the first line that assigns nothing; empty if it breaks off within a value. */
    static Optional<Map<String, String>> read(String text) {
        var values = new TreeMap<String, String>();
        var rest = new ShellVariables(text);
        while (rest.at < text.length()) {
            int begin = text.startsWith(EXPORT, rest.at) ? rest.at + EXPORT.length() : rest.at;
            int equals = text.indexOf("='", begin);
            if (equals < 0 || !isName(text.substring(begin, equals))) {
                break;
            }
            rest.at = equals + 1;
            Optional<String> value = rest.value();
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.put(text.substring(begin, equals), value.get());
            rest.at++; // the end of the line
        }
        return Optional.of(values);
    }

    /** Quoted words, one after the other. */
    static Optional<List<String>> words(String text) {
        var words = new ArrayList<String>();
        var rest = new ShellVariables(text);
        while (rest.at < text.length() && text.charAt(rest.at) == '\'') {
            Optional<String> word = rest.value();
            if (word.isEmpty()) {
                return Optional.empty();
            }
            words.add(word.get());
            rest.at++;
        }
        return Optional.of(words);
    }

    private static boolean isName(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(each -> each == '_' || Character.isLetterOrDigit((char) each));
    }

    /** The value whose quotes begin here; goes on after it. */
    private Optional<String> value() {
        int begin = at + 1;
        int end = text.indexOf('\'', begin);
        while (end >= 0 && text.startsWith(APOSTROPHE, end)) {
            end = text.indexOf('\'', end + APOSTROPHE.length());
        }
        if (end < 0) {
            return Optional.empty();
        }
        at = end + 1;
        return Optional.of(text.substring(begin, end).replace(APOSTROPHE, "'"));
    }
}
