package slipway.surface.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Wraps lines that are wider than the terminal. */
final class LineWrapper {

    /** A label of one or more words, followed by a gap. */
    private static final Pattern LABEL = Pattern.compile(" *\\S+( \\S+)* {2,}(?=\\S)");

    private LineWrapper() {}

    /** Wraps with a hanging indent: two columns after an indented line, or the text's own beginning after a label. */
    static String wrap(String text, int width) {
        return String.join(
                "\n", text.lines().flatMap(line -> wrapLine(line, width).stream()).toList());
    }

    private static List<String> wrapLine(String line, int width) {
        if (DisplayWidth.of(line) <= width) {
            return List.of(line);
        }
        int indent = textStart(line, width);
        String first = line.substring(0, indent);
        String next =
                " ".repeat(DisplayWidth.of(first.isBlank() && indent > 0 ? first + "  " : first));
        List<String> parts = breakAtSpaces(line.substring(indent).strip(), width - next.length());
        var wrapped = new ArrayList<String>();
        parts.forEach(part -> wrapped.add((wrapped.isEmpty() ? first : next) + part));
        return wrapped;
    }

    /** The column where the text begins: after a label if that leaves enough space, else after the indentation. */
    private static int textStart(String line, int width) {
        var label = LABEL.matcher(line);
        if (label.lookingAt() && label.end() <= width / 2) {
            return label.end();
        }
        return Math.min(line.length() - line.stripLeading().length(), width / 2);
    }

    /**
     * Breaks only between words: an address or a token that is wider than a line stays whole, so that it can be copied.
     */
    static List<String> breakAtSpaces(String text, int width) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty()
                    && DisplayWidth.of(line.toString()) + 1 + DisplayWidth.of(word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** The same, but words that are wider than a line are cut at its end. */
    static List<String> breakAnywhere(String text, int width) {
        return breakAtSpaces(text, width).stream()
                .flatMap(line -> cut(line, width).stream())
                .toList();
    }

    private static List<String> cut(String line, int width) {
        var pieces = new ArrayList<String>();
        String rest = line;
        while (DisplayWidth.of(rest) > width) {
            String fits = DisplayWidth.first(rest, width);
            pieces.add(fits.isEmpty() ? rest : fits);
            rest = fits.isEmpty() ? "" : rest.substring(fits.length());
        }
        pieces.add(rest);
        return pieces;
    }
}
