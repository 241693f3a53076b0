package slipway.run;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.JournalStorage;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;
import slipway.run.lifecycle.RunContract;

/** The run tables in SQLite. */
class SqliteRunTest extends RunContract {

    @TempDir Path directory;

    @Override
    protected JournalStorage medium() {
        return new SqlJournalStorage(
                Database.open(
                        new DatabaseAddress.Sqlite(directory),
                        List.of(ModuleSchema.JOURNAL, Runner.SCHEMA)));
    }
}
