package slipway.run;

import slipway.journal.Row;
import slipway.journal.Rows;
import slipway.journal.Table;

/** The room's tables, and the way back from them to the picture. */
final class Tables {

    static final Table<WorkloadRow> LIVE = Table.of("run_workload", WorkloadRow.class, "id");
    static final Table<WorkloadRow> PAST = Table.of("run_past", WorkloadRow.class, "id");
    static final Table<Drain> DRAINS = Table.of("run_drain", Drain.class, "node");

    private Tables() {}

    static Docket read(Rows rows) {
        var reading = new Docket.Reading();
        rows.rows(LIVE, row -> reading.add(row));
        rows.rows(PAST, reading::addPast);
        rows.rows(DRAINS, reading::add);
        return reading.docket();
    }

    static Row put(WorkloadRow row) {
        return new Row.Put<>(LIVE, row);
    }
}
