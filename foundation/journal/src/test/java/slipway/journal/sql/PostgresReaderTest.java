package slipway.journal.sql;

import java.util.List;
import org.junit.jupiter.api.Tag;
import slipway.journal.JournalStorage;
import slipway.journal.ReaderContract;

/** Readers of a journal in a real PostgreSQL server. */
@Tag("database")
class PostgresReaderTest extends ReaderContract {

    private final DatabaseAddress.Postgres place = PostgresServer.place();

    @Override
    protected JournalStorage storage() {
        return new SqlJournalStorage(Database.open(place, List.of(ModuleSchema.JOURNAL)));
    }
}
