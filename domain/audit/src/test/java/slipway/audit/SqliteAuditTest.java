package slipway.audit;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.JournalStorage;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.SqlJournalStorage;

class SqliteAuditTest extends AuditContract {

    @TempDir Path directory;

    @Override
    JournalStorage storage() {
        return new SqlJournalStorage(
                Database.open(new DatabaseAddress.Sqlite(directory), AuditFixture.SCHEMAS));
    }
}
