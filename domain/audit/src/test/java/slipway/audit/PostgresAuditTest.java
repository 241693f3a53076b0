package slipway.audit;

import slipway.journal.JournalStorage;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.PostgresServer;
import slipway.journal.sql.SqlJournalStorage;

class PostgresAuditTest extends AuditContract {

    private final DatabaseAddress place = PostgresServer.place();

    @Override
    JournalStorage medium() {
        return new SqlJournalStorage(Database.open(place, Book.SCHEMAS));
    }
}
