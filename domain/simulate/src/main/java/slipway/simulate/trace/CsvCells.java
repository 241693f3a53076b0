package slipway.simulate.trace;

import java.util.ArrayList;
import java.util.List;

/** One line, split into cells. A cell may be quoted, and then contain the separator; a quote within is doubled. */
final class CsvCells {

    private final String line;
    private final char separator;
    private final List<String> texts = new ArrayList<>();
    private final List<Integer> columns = new ArrayList<>();
    private int brokenColumn;

    private CsvCells(String line, char separator) {
        this.line = line;
        this.separator = separator;
    }

    static CsvCells of(String line, char separator) {
        var csvCells = new CsvCells(line, separator);
        int at = 0;
        while (at <= line.length() && csvCells.brokenColumn == 0) {
            at = csvCells.parseCell(at);
        }
        return csvCells;
    }

    int count() {
        return texts.size();
    }

    /** Without quotes and surrounding spaces. */
    String text(int at) {
        return texts.get(at);
    }

    /** The column where the cell begins in the line, from 1. */
    int column(int at) {
        return columns.get(at);
    }

    /** The column of a quote that is not closed, or closed too early; 0 if there is none. */
    int brokenColumn() {
        return brokenColumn;
    }

    /** Parses one cell and returns where the next begins. */
    private int parseCell(int from) {
        columns.add(from + 1);
        int quote = quoteAt(from);
        if (quote < 0) {
            int end = nextSeparator(from);
            texts.add(line.substring(from, end).strip());
            return end + 1;
        }
        int close = closing(quote);
        int end = nextSeparator(close < 0 ? from : close);
        if (close < 0 || !line.substring(close + 1, end).isBlank()) {
            brokenColumn = quote + 1;
            return end + 1;
        }
        texts.add(line.substring(quote + 1, close).replace("\"\"", "\"").strip());
        return end + 1;
    }

    /** The opening quote of the cell, or -1. */
    private int quoteAt(int from) {
        int at = from;
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        return at < line.length() && line.charAt(at) == '"' ? at : -1;
    }

    private int nextSeparator(int from) {
        int end = line.indexOf(separator, from);
        return end < 0 ? line.length() : end;
    }

    private int closing(int quote) {
        int at = line.indexOf('"', quote + 1);
        while (at >= 0 && at + 1 < line.length() && line.charAt(at + 1) == '"') {
            at = line.indexOf('"', at + 2);
        }
        return at;
    }
}
