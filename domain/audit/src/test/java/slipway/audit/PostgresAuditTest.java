package slipway.audit;

import org.junit.jupiter.api.Tag;
import slipway.journal.JournalStorage;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.PostgresServer;
import slipway.journal.sql.SqlJournalStorage;

@Tag("database")
class PostgresAuditTest extends AuditContract {

    private final DatabaseAddress place = PostgresServer.place();

    @Override
    JournalStorage storage() {
        return new SqlJournalStorage(Database.open(place, AuditFixture.SCHEMAS));
    }
}
