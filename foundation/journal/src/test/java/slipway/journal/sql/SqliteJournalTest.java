package slipway.journal.sql;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.JournalContract;
import slipway.journal.Ledger;
import slipway.journal.Medium;

/** The journal in SQLite. */
class SqliteJournalTest extends JournalContract {

    @TempDir Path directory;

    @Override
    protected Medium medium() {
        return new SqlMedium(
                Db.open(new Address.Sqlite(directory), List.of(Schema.JOURNAL, Ledger.SCHEMA)));
    }
}
