package slipway.journal.sql;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.JournalStorage;
import slipway.journal.ReaderContract;

/** Readers of a journal in SQLite. */
class SqliteReaderTest extends ReaderContract {

    @TempDir Path directory;

    @Override
    protected JournalStorage storage() {
        return new SqlJournalStorage(
                Database.open(
                        new DatabaseAddress.Sqlite(directory), List.of(ModuleSchema.JOURNAL)));
    }
}
