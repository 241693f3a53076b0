package slipway.surface.run.commands.slurmimport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A reply as rows with named columns. A line with more or fewer cells than the header is counted as invalid. */
final class SlurmTable {

    private static final int MAX_LINE_LENGTH = 20_000;
    private static final int MAX_ROWS = 5_000_000;

    private final List<Row> rows = new ArrayList<>();
    private final InvalidLines invalid;

    private SlurmTable(InvalidLines invalid) {
        this.invalid = invalid;
    }

    /** The cells of one line by column name, in lower case and without blanks. */
    record Row(int line, Map<String, String> cells) {

        /** The text of a cell, unless it is empty or a placeholder. */
        Optional<String> text(String column) {
            return Optional.ofNullable(cells.get(column))
                    .map(String::strip)
                    .filter(text -> !text.isEmpty())
                    .filter(text -> !text.equals("(null)") && !text.equals("N/A"));
        }
    }

    /** Counts lines that could not be parsed and keeps the first with its reason. */
    static final class InvalidLines {

        private final String file;
        private int count;
        private String first = "";

        InvalidLines(String file) {
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

    static SlurmTable of(String text, InvalidLines invalid, List<String> required) {
        var slurmTable = new SlurmTable(invalid);
        List<String> columns = List.of();
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            if (columns.isEmpty()) {
                columns = columns(line);
                if (!columns.containsAll(required)) {
                    invalid.add(number, "lacks one of the columns " + String.join(", ", required));
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
        if (line.length() > MAX_LINE_LENGTH || rows.size() >= MAX_ROWS) {
            invalid.add(number, "is too long, or exceeds the limit of rows");
            return;
        }
        List<String> cells = cells(line);
        if (cells.size() != columns.size()) {
            invalid.add(
                    number, "has %d cells instead of %d".formatted(cells.size(), columns.size()));
            return;
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int column = 0; column < cells.size(); column++) {
            row.put(columns.get(column), cells.get(column));
        }
        rows.add(new Row(number, row));
    }

    List<Row> rows() {
        return rows;
    }
}
