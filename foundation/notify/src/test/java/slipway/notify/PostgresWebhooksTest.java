package slipway.notify;

import java.util.List;
import org.junit.jupiter.api.Tag;
import slipway.journal.JournalStorage;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.PostgresServer;
import slipway.journal.sql.SqlJournalStorage;

/** Webhooks in a real PostgreSQL server. */
@Tag("database")
class PostgresWebhooksTest extends WebhooksContract {

    private final DatabaseAddress.Postgres address = PostgresServer.place();

    @Override
    protected JournalStorage storage() {
        return new SqlJournalStorage(
                Database.open(address, List.of(ModuleSchema.JOURNAL, Webhooks.SCHEMA)));
    }
}
