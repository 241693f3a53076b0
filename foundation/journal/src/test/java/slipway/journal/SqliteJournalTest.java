package slipway.journal;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The journal in SQLite. */
class SqliteJournalTest extends JournalContract {

    @TempDir Path directory;

    @Override
    Medium medium() {
        return new SqlMedium(
                Db.open(new Place.Sqlite(directory), List.of(Schema.JOURNAL, Ledger.SCHEMA)));
    }
}
