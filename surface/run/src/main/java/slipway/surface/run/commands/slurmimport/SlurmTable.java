package slipway.surface.run.commands.slurmimport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A reply in rows and named columns. A line that does not have as many cells as the first is odd, and is counted. */
final class SlurmTable {

    private static final int LONGEST_LINE = 20_000;
    private static final int MOST_ROWS = 5_000_000;

    private final List<Row> rows = new ArrayList<>();
    private final Odd odd;

    private SlurmTable(Odd odd) {
        this.odd = odd;
    }

    /** Cells by the names of their columns, in lower case and without blanks, from one line. */
    record Row(int line, Map<String, String> cells) {

        /** What stands there, if that says anything. */
        Optional<String> text(String column) {
            return Optional.ofNullable(cells.get(column))
                    .map(String::strip)
                    .filter(text -> !text.isEmpty())
                    .filter(text -> !text.equals("(null)") && !text.equals("N/A"));
        }
    }

    /** Lines that could not be understood: how many, and the first of them with the reason. */
    static final class Odd {

        private final String file;
        private int count;
        private String first = "";

        Odd(String file) {
            this.file = file;
        }

        void add(int line, String why) {
            if (count++ == 0) {
                first = "line %d %s".formatted(line, why);
            }
        }

        Optional<String> sentence() {
            return count == 0
                    ? Optional.empty()
                    : Optional.of(
                            "%s of %s, the first: %s."
                                    .formatted(
                                            count == 1 ? "1 line" : "%,d lines".formatted(count),
                                            file,
                                            first));
        }
    }

    static SlurmTable of(String text, Odd odd, List<String> needed) {
        var slurmTable = new SlurmTable(odd);
        List<String> columns = List.of();
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            if (columns.isEmpty()) {
                columns = columns(line);
                if (!columns.containsAll(needed)) {
                    odd.add(number, "does not name the columns " + String.join(", ", needed));
                    return slurmTable;
                }
            } else {
                slurmTable.add(number, line, columns);
            }
        }
        return slurmTable;
    }

    private static List<String> columns(String line) {
        return cells(line).stream()
                .map(name -> name.toLowerCase(Locale.ROOT).replaceAll("[\\s_]", ""))
                .toList();
    }

    private static List<String> cells(String line) {
        return List.of(line.split("\\|", -1));
    }

    private void add(int number, String line, List<String> columns) {
        if (line.length() > LONGEST_LINE || rows.size() >= MOST_ROWS) {
            odd.add(number, "is too long, or one too many");
            return;
        }
        List<String> cells = cells(line);
        if (cells.size() != columns.size()) {
            odd.add(number, "has %d cells instead of %d".formatted(cells.size(), columns.size()));
            return;
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int at = 0; at < cells.size(); at++) {
            row.put(columns.get(at), cells.get(at));
        }
        rows.add(new Row(number, row));
    }

    List<Row> rows() {
        return rows;
    }
}
