package slipway.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Breaks long lines between words, and a word that is longer than a line where the line ends. */
final class Folded {

    /** A word or an option and what it takes, and then a gap. */
    private static final Pattern LABEL = Pattern.compile(" *\\S+( \\S+)* {2,}(?=\\S)");

    private Folded() {}

    /** What is indented goes on two columns further in; what stands behind a label goes on under its beginning. */
    static String text(String text, int width) {
        return String.join(
                "\n", text.lines().flatMap(line -> hanging(line, width).stream()).toList());
    }

    private static List<String> hanging(String line, int width) {
        if (Columns.of(line) <= width) {
            return List.of(line);
        }
        int lead = lead(line, width);
        String first = line.substring(0, lead);
        String next = " ".repeat(Columns.of(first.isBlank() && lead > 0 ? first + "  " : first));
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

    static List<String> lines(String text, int width) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && Columns.of(line.toString()) + 1 + Columns.of(word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
            while (Columns.of(line.toString()) > width) {
                String fits = Columns.first(line.toString(), width);
                lines.add(fits.isEmpty() ? line.toString() : fits);
                line.delete(0, fits.isEmpty() ? line.length() : fits.length());
            }
        }
        lines.add(line.toString());
        return lines;
    }
}
