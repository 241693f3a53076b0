package slipway.evidence;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.JournalStorage;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;

/** The tables of evidence in SQLite. */
class SqliteEvidenceStoreTest extends EvidenceStoreContract {

    @TempDir private Path directory;

    @Override
    protected JournalStorage storage() {
        return new SqlJournalStorage(
                Database.open(
                        new DatabaseAddress.Sqlite(directory),
                        List.of(ModuleSchema.JOURNAL, EvidenceStore.SCHEMA)));
    }
}
