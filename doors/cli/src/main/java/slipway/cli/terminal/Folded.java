package slipway.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Breaks long lines between words, and a word that is longer than a line where the line ends. */
final class Folded {

    private Folded() {}

    /** Every line goes on under its own beginning, two columns further in. */
    static String text(String text, int width) {
        return String.join(
                "\n", text.lines().flatMap(line -> hanging(line, width).stream()).toList());
    }

    private static List<String> hanging(String line, int width) {
        if (Columns.of(line) <= width) {
            return List.of(line);
        }
        int begins = line.length() - line.stripLeading().length();
        String first = " ".repeat(Math.min(begins, width / 2));
        String next = first + "  ";
        List<String> parts = lines(line.strip(), width - next.length());
        var folded = new ArrayList<String>();
        parts.forEach(part -> folded.add((folded.isEmpty() ? first : next) + part));
        return folded;
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
