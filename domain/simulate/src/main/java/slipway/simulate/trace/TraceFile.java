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
 * A file of lines with a header. Columns may stand in any order and have capitals or none; blank lines and lines that
 * begin with {@code #} are passed over.
 *
 * @param needed columns that must be there
 * @param known columns that may be there
 * @param strange whether others may be there too; they are not looked at
 */
record TraceFile(char separator, List<String> needed, List<String> known, boolean strange) {

    TraceFile {
        needed = List.copyOf(needed);
        known = List.copyOf(known);
    }

    /** Somebody else's form: what we do not know is no business of ours. */
    static TraceFile foreign(char separator, String... needed) {
        return new TraceFile(separator, List.of(needed), List.of(), true);
    }

    /** Gives each row to the reader, and throws one problem if anything is wrong in any of them. */
    void read(Path file, Consumer<TraceRow> each) {
        try (TraceLines traceLines = TraceLines.open(file)) {
            read(String.valueOf(file.getFileName()), traceLines, each);
        }
    }

    /** A file that comes with the program. */
    void readOwn(String name, Consumer<TraceRow> each) {
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
        traceErrors.mustBeNone();
    }

    private static String reason(IOException broken) {
        String said = broken.getMessage();
        return switch (broken) {
            case java.nio.charset.CharacterCodingException _ ->
                    "it is not UTF-8 from here on. Save it as UTF-8.";
            case java.util.zip.ZipException _, java.io.EOFException _ ->
                    "its gzip is broken or cut off. Make or copy it again.";
            default -> said == null ? broken.toString() : said;
        };
    }

    private Optional<Map<String, Integer>> header(TraceLines traceLines, TraceErrors traceErrors)
            throws IOException {
        Optional<CsvCells> cells = nextCells(traceLines, traceErrors);
        if (cells.isEmpty()) {
            if (traceErrors.count() == 0) {
                traceErrors.add(
                        1, "The file is empty. Its first line names the columns: " + form());
            }
            return Optional.empty();
        }
        Map<String, Integer> columns = new HashMap<>();
        for (int at = 0; at < cells.get().count(); at++) {
            String written = cells.get().text(at);
            String name = written.toLowerCase(Locale.ROOT);
            check(
                    columns,
                    name,
                    cells.get().column(at),
                    new Slip(traceErrors, traceLines.number(), written));
            columns.putIfAbsent(name, at);
        }
        for (String name : needed) {
            if (!columns.containsKey(name)) {
                traceErrors.add(
                        traceLines.number(),
                        "The column " + name + " is missing. Expected columns: " + form());
            }
        }
        return traceErrors.count() == 0 ? Optional.of(columns) : Optional.empty();
    }

    private record Slip(TraceErrors slips, int line, String written) {}

    private void check(Map<String, Integer> columns, String name, int at, Slip slip) {
        if (columns.containsKey(name)) {
            slip.slips.add(
                    slip.line, at, "", UntrustedText.quoted(slip.written) + " stands there twice.");
        } else if (!strange && !all().contains(name)) {
            String meant = SpellingSuggestion.didYouMean(name, all());
            slip.slips.add(
                    slip.line,
                    at,
                    "",
                    UntrustedText.quoted(slip.written)
                            + " is no column of a trace."
                            + (meant.isEmpty() ? " Columns are " + form() : meant));
        }
    }

    private Set<String> all() {
        Set<String> all = new LinkedHashSet<>(needed);
        all.addAll(known);
        return all;
    }

    private String form() {
        return Format.list(List.copyOf(all())) + (strange ? ", and any other." : ".");
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
            } else if (cells.get().broken() == 0) {
                traceErrors.add(
                        traceLines.number(),
                        "It has %s; the header names %s."
                                .formatted(
                                        Format.count(cells.get().count(), "cell"),
                                        Format.count(columns.size(), "column")));
            }
        }
    }

    /** Of the next line that says something. */
    private Optional<CsvCells> nextCells(TraceLines traceLines, TraceErrors traceErrors)
            throws IOException {
        for (Optional<String> line = traceLines.next();
                line.isPresent();
                line = traceLines.next()) {
            if (!line.get().isBlank() && line.get().charAt(0) != '#') {
                CsvCells csvCells = CsvCells.of(line.get(), separator);
                if (csvCells.broken() > 0) {
                    traceErrors.add(
                            traceLines.number(),
                            csvCells.broken(),
                            "",
                            "A quote is not closed before the next column.");
                }
                return Optional.of(csvCells);
            }
        }
        return Optional.empty();
    }
}
