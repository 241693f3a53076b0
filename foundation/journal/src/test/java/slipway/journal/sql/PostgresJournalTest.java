package slipway.journal.sql;

import java.util.List;
import slipway.journal.JournalContract;
import slipway.journal.Ledger;
import slipway.journal.Medium;

/** The journal in a real PostgreSQL server. */
class PostgresJournalTest extends JournalContract {

    private final Address.Postgres place = PostgresServer.place();

    @Override
    protected Medium medium() {
        return new SqlMedium(Db.open(place, List.of(Schema.JOURNAL, Ledger.SCHEMA)));
    }
}
