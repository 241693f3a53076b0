package slipway.simulate.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;

/**
 * A file of lines with a header. Columns may be in any order and case; blank lines and lines that begin with {@code #}
 * are skipped.
 *
 * @param needed required columns
 * @param known optional columns
 * @param allowsOtherColumns whether other columns are ignored instead of refused
 */
record TraceFile(
        char separator, List<String> needed, List<String> known, boolean allowsOtherColumns) {

    TraceFile {
        needed = List.copyOf(needed);
        known = List.copyOf(known);
    }

    /** An external format: unknown columns are ignored. */
    static TraceFile external(char separator, String... needed) {
        return new TraceFile(separator, List.of(needed), List.of(), true);
    }

    /** Passes each row to the reader, and throws one problem with the mistakes of all rows. */
    void read(Path file, Consumer<TraceRow> each) {
        try (TraceLines traceLines = TraceLines.open(file)) {
            read(String.valueOf(file.getFileName()), traceLines, each);
        }
    }

    /** Reads a file that comes with the program. */
    void readBundled(String name, Consumer<TraceRow> each) {
        InputStream in = TraceFile.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException(name + " does not come with the program");
        }
        try (TraceLines traceLines = TraceLines.of(in)) {
            read(name, traceLines, each);
        }
    }

    private void read(String name, TraceLines traceLines, Consumer<TraceRow> each) {
        var traceErrors = new TraceErrors(name);
        try {
            Optional<Map<String, Integer>> header = header(traceLines, traceErrors);
            if (header.isPresent()) {
                rows(traceLines, header.get(), traceErrors, each);
            }
        } catch (IOException broken) {
            traceErrors.add(
                    traceLines.number(), "The file cannot be read further: " + reason(broken));
        }
        traceErrors.throwIfAny();
    }

    private static String reason(IOException broken) {
        String message = broken.getMessage();
        return switch (broken) {
            case java.nio.charset.CharacterCodingException _ ->
                    "it is not UTF-8 from here on. Save it as UTF-8.";
            case java.util.zip.ZipException _, java.io.EOFException _ ->
                    "its gzip is broken or cut off. Make or copy it again.";
            default -> message == null ? broken.toString() : message;
        };
    }

    private Optional<Map<String, Integer>> header(TraceLines traceLines, TraceErrors traceErrors)
            throws IOException {
        Optional<CsvCells> cells = nextCells(traceLines, traceErrors);
        if (cells.isEmpty()) {
            if (traceErrors.count() == 0) {
                traceErrors.add(
                        1,
                        "The file is empty. Its first line names the columns: "
                                + describeColumns());
            }
            return Optional.empty();
        }
        Map<String, Integer> columns = new HashMap<>();
        for (int at = 0; at < cells.get().count(); at++) {
            String text = cells.get().text(at);
            String name = text.toLowerCase(Locale.ROOT);
            check(
                    columns,
                    name,
                    cells.get().column(at),
                    new HeaderCell(traceErrors, traceLines.number(), text));
            columns.putIfAbsent(name, at);
        }
        for (String name : needed) {
            if (!columns.containsKey(name)) {
                traceErrors.add(
                        traceLines.number(),
                        "The column "
                                + name
                                + " is missing. Expected columns: "
                                + describeColumns());
            }
        }
        return traceErrors.count() == 0 ? Optional.of(columns) : Optional.empty();
    }

    private record HeaderCell(TraceErrors errors, int line, String text) {}

    private void check(Map<String, Integer> columns, String name, int at, HeaderCell cell) {
        if (columns.containsKey(name)) {
            cell.errors.add(
                    cell.line, at, "", UntrustedText.quoted(cell.text) + " is listed twice.");
        } else if (!allowsOtherColumns && !allColumns().contains(name)) {
            String meant = SpellingSuggestion.didYouMean(name, allColumns());
            cell.errors.add(
                    cell.line,
                    at,
                    "",
                    UntrustedText.quoted(cell.text)
                            + " is not a column of a trace."
                            + (meant.isEmpty() ? " Columns are " + describeColumns() : meant));
        }
    }

    private Set<String> allColumns() {
        Set<String> all = new LinkedHashSet<>(needed);
        all.addAll(known);
        return all;
    }

    private String describeColumns() {
        return Format.list(List.copyOf(allColumns()))
                + (allowsOtherColumns ? ", and any other." : ".");
    }

    private void rows(
            TraceLines traceLines,
            Map<String, Integer> columns,
            TraceErrors traceErrors,
            Consumer<TraceRow> each)
            throws IOException {
        while (!traceErrors.isFull()) {
            Optional<CsvCells> cells = nextCells(traceLines, traceErrors);
            if (cells.isEmpty()) {
                return;
            }
            if (cells.get().count() == columns.size()) {
                each.accept(new TraceRow(columns, cells.get(), traceLines.number(), traceErrors));
            } else if (cells.get().brokenColumn() == 0) {
                traceErrors.add(
                        traceLines.number(),
                        "It has %s; the header names %s."
                                .formatted(
                                        Format.count(cells.get().count(), "cell"),
                                        Format.count(columns.size(), "column")));
            }
        }
    }

    /** The cells of the next line that is neither blank nor a comment. */
    private Optional<CsvCells> nextCells(TraceLines traceLines, TraceErrors traceErrors)
            throws IOException {
        for (Optional<String> line = traceLines.next();
                line.isPresent();
                line = traceLines.next()) {
            if (!line.get().isBlank() && line.get().charAt(0) != '#') {
                CsvCells csvCells = CsvCells.of(line.get(), separator);
                if (csvCells.brokenColumn() > 0) {
                    traceErrors.add(
                            traceLines.number(),
                            csvCells.brokenColumn(),
                            "",
                            "A quote is not closed before the next column.");
                }
                return Optional.of(csvCells);
            }
        }
        return Optional.empty();
    }
}
