package slipway.journal.sql;

import java.util.List;
import slipway.journal.JournalContract;
import slipway.journal.JournalStorage;
import slipway.journal.table.Ledger;

/** The journal in a real PostgreSQL server. */
class PostgresJournalTest extends JournalContract {

    private final DatabaseAddress.Postgres place = PostgresServer.place();

    @Override
    protected JournalStorage medium() {
        return new SqlJournalStorage(
                Database.open(place, List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA)));
    }
}
