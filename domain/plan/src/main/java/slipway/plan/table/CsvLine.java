package slipway.plan.table;

import java.util.ArrayList;
import java.util.List;

/** Splits a line of CSV. A cell in quotes may contain commas; a quote inside is doubled. */
final class CsvLine {

    private CsvLine() {}

    /**
     * @param broken whether a quote is missing or closes too early
     */
    record Cells(List<String> texts, boolean broken) {

        Cells {
            texts = List.copyOf(texts);
        }
    }

    static Cells split(String line) {
        var texts = new ArrayList<String>();
        int at = 0;
        while (at <= line.length()) {
            boolean quoted = at < line.length() && line.charAt(at) == '"';
            int end = quoted ? closing(line, at + 1) + 1 : comma(line, at);
            if ((quoted && end == 0) || (end < line.length() && line.charAt(end) != ',')) {
                return new Cells(texts, true);
            }
            texts.add(
                    quoted
                            ? line.substring(at + 1, end - 1).replace("\"\"", "\"").strip()
                            : line.substring(at, end).strip());
            at = end + 1;
        }
        return new Cells(texts, false);
    }

    private static int comma(String line, int from) {
        int comma = line.indexOf(',', from);
        return comma < 0 ? line.length() : comma;
    }

    /** The position of the closing quote, or -1. */
    private static int closing(String line, int from) {
        int at = line.indexOf('"', from);
        while (at >= 0 && at + 1 < line.length() && line.charAt(at + 1) == '"') {
            at = line.indexOf('"', at + 2);
        }
        return at;
    }
}
