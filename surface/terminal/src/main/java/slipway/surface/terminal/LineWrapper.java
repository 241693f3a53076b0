package slipway.surface.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Breaks lines that are longer than a terminal is wide. */
final class LineWrapper {

    /** A word or an option and what it takes, and then a gap. */
    private static final Pattern LABEL = Pattern.compile(" *\\S+( \\S+)* {2,}(?=\\S)");

    private LineWrapper() {}

    /** What is indented goes on two columns further in; what stands behind a label goes on under its beginning. */
    static String text(String text, int width) {
        return String.join(
                "\n", text.lines().flatMap(line -> hanging(line, width).stream()).toList());
    }

    private static List<String> hanging(String line, int width) {
        if (DisplayWidth.of(line) <= width) {
            return List.of(line);
        }
        int lead = lead(line, width);
        String first = line.substring(0, lead);
        String next =
                " ".repeat(DisplayWidth.of(first.isBlank() && lead > 0 ? first + "  " : first));
        List<String> parts = lines(line.substring(lead).strip(), width - next.length());
        var folded = new ArrayList<String>();
        parts.forEach(part -> folded.add((folded.isEmpty() ? first : next) + part));
        return folded;
    }

    /** Where the text begins: after a label and its gap, if that leaves room, else after the indentation. */
    private static int lead(String line, int width) {
        var label = LABEL.matcher(line);
        if (label.lookingAt() && label.end() <= width / 2) {
            return label.end();
        }
        return Math.min(line.length() - line.stripLeading().length(), width / 2);
    }

    /** Between words alone: an address or a token that is longer than a line stays whole, to be copied. */
    static List<String> lines(String text, int width) {
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

    /** The same, but nothing stands beyond the width: what is longer than a line is cut where the line ends. */
    static List<String> cut(String text, int width) {
        return lines(text, width).stream().flatMap(line -> pieces(line, width).stream()).toList();
    }

    private static List<String> pieces(String line, int width) {
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
