package slipway.surface.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import slipway.base.text.UntrustedText;

/**
 * Rows under headings, without boxes. Where the terminal is too narrow the widest texts lose their ends; where that is
 * not enough, each row becomes a record of its own, a line for each column, and nothing is lost.
 */
public final class TextTable {

    private static final String GAP = "  ";
    private static final int SHORTEST = 16;

    private final List<TableColumn> columns;
    private final List<List<TableCell>> rows = new ArrayList<>();

    private TextTable(List<TableColumn> columns) {
        this.columns = columns;
    }

    public static TextTable of(TableColumn... columns) {
        return new TextTable(List.of(columns));
    }

    /** One value for each column: a text, a {@link TableCell} with its tone, or anything else that has a text. */
    public TextTable row(Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(
                    "%d values for %d columns".formatted(values.length, columns.size()));
        }
        rows.add(Arrays.stream(values).map(TableCell::of).toList());
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Every line with its end; nothing at all without rows. */
    String in(TerminalCapabilities terminalCapabilities) {
        return rows.isEmpty() ? "" : new Layout(terminalCapabilities).text();
    }

    /** This table as one look shows it. */
    private final class Layout {

        private final TerminalCapabilities terminalCapabilities;
        private final List<List<TableCell>> shown;
        private final int[] widths;

        Layout(TerminalCapabilities terminalCapabilities) {
            this.terminalCapabilities = terminalCapabilities;
            this.shown = rows.stream().map(row -> row.stream().map(this::shown).toList()).toList();
            this.widths = IntStream.range(0, columns.size()).map(this::natural).toArray();
        }

        private TableCell shown(TableCell tableCell) {
            String plain = UntrustedText.forTerminal(tableCell.text());
            return new TableCell(
                    tableCell.tone(),
                    terminalCapabilities.utf8() ? plain : AsciiFallback.ascii(plain));
        }

        private int natural(int at) {
            int heading = DisplayWidth.of(columns.get(at).heading());
            return shown.stream()
                    .mapToInt(row -> DisplayWidth.of(row.get(at).text()))
                    .reduce(heading, Math::max);
        }

        String text() {
            while (total() > terminalCapabilities.width()) {
                int widest = widest();
                if (widest < 0) {
                    return stacked();
                }
                widths[widest] = Math.max(least(widest), widths[widest] - excess(widest));
            }
            return lines();
        }

        private int total() {
            return Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
        }

        private int least(int at) {
            return Math.max(SHORTEST, DisplayWidth.of(columns.get(at).heading()));
        }

        /** The widest column that may still be shortened, or -1. */
        private int widest() {
            return IntStream.range(0, widths.length)
                    .filter(at -> columns.get(at).shortens() && widths[at] > least(at))
                    .reduce((one, other) -> widths[other] > widths[one] ? other : one)
                    .orElse(-1);
        }

        /** Not more than what makes it as wide as the next widest, so that columns shrink together. */
        private int excess(int widest) {
            int next =
                    IntStream.range(0, widths.length)
                            .filter(at -> at != widest && columns.get(at).shortens())
                            .map(at -> widths[at])
                            .max()
                            .orElse(0);
            return Math.clamp(widths[widest] - next, 1, total() - terminalCapabilities.width());
        }

        private String lines() {
            var text = new StringBuilder();
            List<TableCell> headings =
                    columns.stream()
                            .map(tableColumn -> new TableCell(Tone.STRONG, tableColumn.heading()))
                            .toList();
            line(text, headings);
            shown.forEach(row -> line(text, row));
            return text.toString();
        }

        private void line(StringBuilder text, List<TableCell> row) {
            var line = new StringBuilder();
            for (int at = 0; at < row.size(); at++) {
                String cell = shortened(row.get(at).text(), widths[at]);
                String space = " ".repeat(widths[at] - DisplayWidth.of(cell));
                String colored = coloured(row.get(at).tone(), cell);
                boolean last = at == row.size() - 1;
                line.append(columns.get(at).rightAligned() ? space + colored : colored + space)
                        .append(last ? "" : GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }

        private String shortened(String text, int width) {
            if (DisplayWidth.of(text) <= width) {
                return text;
            }
            String end = terminalCapabilities.utf8() ? "…" : "..";
            return DisplayWidth.first(text, width - DisplayWidth.of(end)) + end;
        }

        private String stacked() {
            int label =
                    columns.stream().mapToInt(it -> DisplayWidth.of(it.heading())).max().orElse(0);
            int width = Math.max(SHORTEST, terminalCapabilities.width() - label - GAP.length());
            var text = new StringBuilder();
            for (List<TableCell> row : shown) {
                text.append(text.isEmpty() ? "" : "\n");
                for (int at = 0; at < row.size(); at++) {
                    field(text, columns.get(at).heading(), row.get(at), new int[] {label, width});
                }
            }
            return text.toString();
        }

        /** A value that is empty needs no line. */
        private void field(StringBuilder text, String heading, TableCell tableCell, int[] sizes) {
            if (tableCell.text().isEmpty()) {
                return;
            }
            String lead = coloured(Tone.STRONG, heading) + " ".repeat(sizes[0] - heading.length());
            for (String part : LineWrapper.cut(tableCell.text(), sizes[1])) {
                String line = lead + GAP + coloured(tableCell.tone(), part);
                text.append(line.stripTrailing()).append('\n');
                lead = " ".repeat(sizes[0]);
            }
        }

        private String coloured(Tone tone, String text) {
            return terminalCapabilities.color() ? tone.around(text) : text;
        }
    }
}
