package slipway.run;

import java.util.List;
import org.junit.jupiter.api.Tag;
import slipway.journal.JournalStorage;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.PostgresServer;
import slipway.journal.sql.SqlJournalStorage;
import slipway.run.lifecycle.RunContract;

/** The run tables in a real PostgreSQL server. */
@Tag("database")
class PostgresRunTest extends RunContract {

    private final DatabaseAddress.Postgres place = PostgresServer.place();

    @Override
    protected JournalStorage medium() {
        return new SqlJournalStorage(
                Database.open(place, List.of(ModuleSchema.JOURNAL, Runner.SCHEMA)));
    }
}
