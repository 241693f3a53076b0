package slipway.journal.sql;

import java.util.List;
import org.junit.jupiter.api.Tag;
import slipway.journal.ClockContract;
import slipway.journal.JournalStorage;

/** Time and retention of a journal in a real PostgreSQL server. */
@Tag("database")
class PostgresClockTest extends ClockContract {

    private final DatabaseAddress.Postgres place = PostgresServer.place();

    @Override
    protected JournalStorage storage() {
        return new SqlJournalStorage(Database.open(place, List.of(ModuleSchema.JOURNAL)));
    }
}
