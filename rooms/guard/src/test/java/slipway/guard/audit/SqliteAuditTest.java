package slipway.guard.audit;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.Medium;
import slipway.journal.sql.Address;
import slipway.journal.sql.Db;
import slipway.journal.sql.SqlMedium;

class SqliteAuditTest extends AuditContract {

    @TempDir Path directory;

    @Override
    Medium medium() {
        return new SqlMedium(Db.open(new Address.Sqlite(directory), Book.SCHEMAS));
    }
}
