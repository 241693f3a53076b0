package slipway.simulate.trace;

import java.util.Map;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.Place;
import slipway.spec.Report;
import slipway.spec.Type;
import slipway.spec.Written;

/**
 * One line of a sheet. A cell that is empty, or a column that is not there, says nothing; a cell that says something
 * else than it should is a slip.
 */
final class Row {

    private static final Place NOWHERE = Place.of("cell");

    private final Map<String, Integer> columns;
    private final Cells cells;
    private final int line;
    private final Slips slips;
    private final int before;

    Row(Map<String, Integer> columns, Cells cells, int line, Slips slips) {
        this.columns = columns;
        this.cells = cells;
        this.line = line;
        this.slips = slips;
        this.before = slips.count();
    }

    int line() {
        return line;
    }

    /** Whether nothing was wrong in it so far. */
    boolean isSound() {
        return slips.count() == before;
    }

    Optional<String> text(String column) {
        Integer at = columns.get(column);
        return at == null || cells.text(at).isEmpty()
                ? Optional.empty()
                : Optional.of(cells.text(at));
    }

    <T> Optional<T> read(String column, Type<T> type) {
        return text(column).flatMap(text -> read(column, text, type));
    }

    /** A cell that must say something; the other value only fills in until the slip is told. */
    <T> T need(String column, Type<T> type, T otherwise) {
        if (text(column).isEmpty()) {
            wrong(column, "It is empty. Write " + type.says() + ".");
        }
        return read(column, type).orElse(otherwise);
    }

    void wrong(String column, String text) {
        Integer at = columns.get(column);
        if (at == null) {
            slips.add(line, text);
        } else {
            slips.add(line, cells.column(at), column, text);
        }
    }

    private <T> Optional<T> read(String column, String text, Type<T> type) {
        Report report = Report.onWhole();
        Optional<T> value = type.read(new Written.Value(NOWHERE, text, false), report);
        report.mistakes().stream().map(Mistake::text).forEach(said -> wrong(column, said));
        return value;
    }
}
