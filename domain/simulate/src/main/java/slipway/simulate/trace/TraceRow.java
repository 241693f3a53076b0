package slipway.simulate.trace;

import java.util.Map;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.ValueType;

/**
 * One line of a trace file. An empty cell or a missing column has no value; a cell that cannot be parsed is a mistake.
 */
final class TraceRow {

    private static final SourceLocation NOWHERE = SourceLocation.of("cell");

    private final Map<String, Integer> columns;
    private final CsvCells csvCells;
    private final int line;
    private final TraceErrors traceErrors;
    private final int before;

    TraceRow(Map<String, Integer> columns, CsvCells csvCells, int line, TraceErrors traceErrors) {
        this.columns = columns;
        this.csvCells = csvCells;
        this.line = line;
        this.traceErrors = traceErrors;
        this.before = traceErrors.count();
    }

    int line() {
        return line;
    }

    /** Whether no mistake was found in it so far. */
    boolean isValid() {
        return traceErrors.count() == before;
    }

    Optional<String> text(String column) {
        Integer at = columns.get(column);
        return at == null || csvCells.text(at).isEmpty()
                ? Optional.empty()
                : Optional.of(csvCells.text(at));
    }

    <T> Optional<T> read(String column, ValueType<T> valueType) {
        return text(column).flatMap(text -> read(column, text, valueType));
    }

    /** The value of a required cell; the fallback is only used until the mistake is thrown. */
    <T> T require(String column, ValueType<T> valueType, T fallback) {
        if (text(column).isEmpty()) {
            report(column, "It is empty. Write " + valueType.description() + ".");
        }
        return read(column, valueType).orElse(fallback);
    }

    void report(String column, String text) {
        Integer at = columns.get(column);
        if (at == null) {
            traceErrors.add(line, text);
        } else {
            traceErrors.add(line, csvCells.column(at), column, text);
        }
    }

    private <T> Optional<T> read(String column, String text, ValueType<T> valueType) {
        MistakeCollector mistakeCollector = MistakeCollector.forWhole();
        Optional<T> value =
                valueType.read(new DocumentNode.Value(NOWHERE, text, false), mistakeCollector);
        mistakeCollector.mistakes().stream()
                .map(Mistake::text)
                .forEach(message -> report(column, message));
        return value;
    }
}
