package slipway.journal.sql;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.ClockContract;
import slipway.journal.JournalStorage;

/** Time and retention of a journal in SQLite. */
class SqliteClockTest extends ClockContract {

    @TempDir Path directory;

    @Override
    protected JournalStorage storage() {
        return new SqlJournalStorage(
                Database.open(
                        new DatabaseAddress.Sqlite(directory), List.of(ModuleSchema.JOURNAL)));
    }
}
