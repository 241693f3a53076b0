package slipway.run.lifecycle;

import java.util.Optional;
import java.util.function.Consumer;
import slipway.journal.Journal;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;
import slipway.journal.table.TableReader;

/** The tables of this module, and how a run state is read from them. */
public final class RunTables {

    static final Table<WorkloadRow> LIVE = Table.of("run_workload", WorkloadRow.class, "id");
    static final Table<WorkloadRow> PAST = Table.of("run_past", WorkloadRow.class, "id");
    static final Table<NodeDrain> DRAINS = Table.of("run_drain", NodeDrain.class, "node");

    private static final int MAX_PAST_ROWS = 5 * RunState.RECENT;

    private RunTables() {}

    /**
     * Reads the run state at the start of the server. Only the youngest ended workloads are read to find those that
     * ended last, so that a long past does not slow down the start. An older one is still found by its id.
     */
    public static RunState read(Journal journal) {
        return read(
                journal,
                reading ->
                        journal.rows(PAST, KeyRange.before(Optional.empty(), MAX_PAST_ROWS))
                                .forEach(reading::addPast));
    }

    /** Reads the run state from all rows. */
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
