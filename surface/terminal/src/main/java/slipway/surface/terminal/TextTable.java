package slipway.surface.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import slipway.base.text.UntrustedText;

/**
 * Rows under headings, without borders. On a narrow terminal the widest texts are shortened; if that is not enough,
 * each row becomes a block with one line per column, and nothing is cut.
 */
public final class TextTable {

    private static final String GAP = "  ";
    private static final int MIN_COLUMN_WIDTH = 16;

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

    /** The text with line ends; empty without rows. */
    String format(TerminalCapabilities capabilities) {
        return rows.isEmpty() ? "" : new Layout(capabilities).text();
    }

    /** The layout of this table for one terminal. */
    private final class Layout {

        private final TerminalCapabilities capabilities;
        private final List<List<TableCell>> printable;
        private final int[] widths;

        Layout(TerminalCapabilities capabilities) {
            this.capabilities = capabilities;
            this.printable =
                    rows.stream().map(row -> row.stream().map(this::printable).toList()).toList();
            this.widths = IntStream.range(0, columns.size()).map(this::naturalWidth).toArray();
        }

        private TableCell printable(TableCell tableCell) {
            String plain = UntrustedText.forTerminal(tableCell.text());
            return new TableCell(
                    tableCell.tone(), capabilities.utf8() ? plain : AsciiFallback.ascii(plain));
        }

        private int naturalWidth(int at) {
            int heading = DisplayWidth.of(columns.get(at).heading());
            return printable.stream()
                    .mapToInt(row -> DisplayWidth.of(row.get(at).text()))
                    .reduce(heading, Math::max);
        }

        String text() {
            while (totalWidth() > capabilities.width()) {
                int widest = widest();
                if (widest < 0) {
                    return stacked();
                }
                widths[widest] = Math.max(minWidth(widest), widths[widest] - excess(widest));
            }
            return lines();
        }

        private int totalWidth() {
            return Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
        }

        private int minWidth(int at) {
            return Math.max(MIN_COLUMN_WIDTH, DisplayWidth.of(columns.get(at).heading()));
        }

        /** The widest column that can be shortened further, or -1. */
        private int widest() {
            return IntStream.range(0, widths.length)
                    .filter(at -> columns.get(at).shortens() && widths[at] > minWidth(at))
                    .reduce((one, other) -> widths[other] > widths[one] ? other : one)
                    .orElse(-1);
        }

        /** At most the difference to the next widest column, so that columns shrink together. */
        private int excess(int widest) {
            int next =
                    IntStream.range(0, widths.length)
                            .filter(at -> at != widest && columns.get(at).shortens())
                            .map(at -> widths[at])
                            .max()
                            .orElse(0);
            return Math.clamp(widths[widest] - next, 1, totalWidth() - capabilities.width());
        }

        private String lines() {
            var text = new StringBuilder();
            List<TableCell> headings =
                    columns.stream()
                            .map(column -> new TableCell(Tone.STRONG, column.heading()))
                            .toList();
            line(text, headings);
            printable.forEach(row -> line(text, row));
            return text.toString();
        }

        private void line(StringBuilder text, List<TableCell> row) {
            var line = new StringBuilder();
            for (int at = 0; at < row.size(); at++) {
                String cell = shortened(row.get(at).text(), widths[at]);
                String padding = " ".repeat(widths[at] - DisplayWidth.of(cell));
                String colored = colored(row.get(at).tone(), cell);
                boolean last = at == row.size() - 1;
                line.append(columns.get(at).rightAligned() ? padding + colored : colored + padding)
                        .append(last ? "" : GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }

        private String shortened(String text, int width) {
            if (DisplayWidth.of(text) <= width) {
                return text;
            }
            String ellipsis = capabilities.utf8() ? "…" : "..";
            return DisplayWidth.first(text, width - DisplayWidth.of(ellipsis)) + ellipsis;
        }

        private String stacked() {
            int label =
                    columns.stream().mapToInt(it -> DisplayWidth.of(it.heading())).max().orElse(0);
            int width = Math.max(MIN_COLUMN_WIDTH, capabilities.width() - label - GAP.length());
            var text = new StringBuilder();
            for (List<TableCell> row : printable) {
                text.append(text.isEmpty() ? "" : "\n");
                for (int at = 0; at < row.size(); at++) {
                    field(text, columns.get(at).heading(), row.get(at), new int[] {label, width});
                }
            }
            return text.toString();
        }

        /** Adds the lines of one value; none for an empty value. */
        private void field(StringBuilder text, String heading, TableCell tableCell, int[] sizes) {
            if (tableCell.text().isEmpty()) {
                return;
            }
            String lead = colored(Tone.STRONG, heading) + " ".repeat(sizes[0] - heading.length());
            for (String part : LineWrapper.breakAnywhere(tableCell.text(), sizes[1])) {
                String line = lead + GAP + colored(tableCell.tone(), part);
                text.append(line.stripTrailing()).append('\n');
                lead = " ".repeat(sizes[0]);
            }
        }

        private String colored(Tone tone, String text) {
            return capabilities.color() ? tone.around(text) : text;
        }
    }
}
