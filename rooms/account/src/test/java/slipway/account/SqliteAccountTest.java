package slipway.account;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.Medium;
import slipway.journal.sql.Address;
import slipway.journal.sql.Db;
import slipway.journal.sql.Schema;
import slipway.journal.sql.SqlMedium;

/** The room's tables in SQLite. */
class SqliteAccountTest extends AccountContract {

    @TempDir private Path directory;

    @Override
    protected Medium medium() {
        return new SqlMedium(
                Db.open(new Address.Sqlite(directory), List.of(Schema.JOURNAL, Account.SCHEMA)));
    }
}
