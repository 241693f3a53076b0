package slipway.journal;

import java.util.List;

/** The journal in a real PostgreSQL server. */
class PostgresJournalTest extends JournalContract {

    private final Place.Postgres place = PostgresServer.place();

    @Override
    Medium medium() {
        return new SqlMedium(Db.open(place, List.of(Schema.JOURNAL, Ledger.SCHEMA)));
    }
}
