package slipway.run.lifecycle;

import java.util.Optional;
import java.util.function.Consumer;
import slipway.journal.Journal;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;
import slipway.journal.table.TableReader;

/** The room's tables, and the way back from them to the picture. */
public final class RunTables {

    static final Table<WorkloadRow> LIVE = Table.of("run_workload", WorkloadRow.class, "id");
    static final Table<WorkloadRow> PAST = Table.of("run_past", WorkloadRow.class, "id");
    static final Table<NodeDrain> DRAINS = Table.of("run_drain", NodeDrain.class, "node");

    private static final int MAX_PAST_ROWS = 5 * RunState.RECENT;

    private RunTables() {}

    /**
     * As the server reads it. Of those that ended, only the youngest are looked through for the ones that ended last: a
     * long past must not make a start slow. One that was submitted before all of these is found by its id all the same.
     */
    public static RunState read(Journal journal) {
        return read(
                journal,
                reading ->
                        journal.rows(PAST, KeyRange.before(Optional.empty(), MAX_PAST_ROWS))
                                .forEach(reading::addPast));
    }

    /** The whole of it. */
    static RunState read(TableReader tableReader) {
        return read(tableReader, reading -> tableReader.rows(PAST, reading::addPast));
    }

    private static RunState read(TableReader tableReader, Consumer<RunState.Builder> past) {
        var reading = new RunState.Builder();
        tableReader.rows(LIVE, row -> reading.add(row));
        past.accept(reading);
        tableReader.rows(DRAINS, reading::add);
        return reading.build();
    }

    static RowChange put(WorkloadRow row) {
        return new RowChange.Put<>(LIVE, row);
    }
}
