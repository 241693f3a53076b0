package slipway.notify;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.JournalStorage;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;

/** Webhooks in SQLite. */
class SqliteWebhooksTest extends WebhooksContract {

    @TempDir private Path directory;

    @Override
    protected JournalStorage storage() {
        return new SqlJournalStorage(
                Database.open(
                        new DatabaseAddress.Sqlite(directory),
                        List.of(ModuleSchema.JOURNAL, Webhooks.SCHEMA)));
    }
}
