package slipway.identity;

import org.junit.jupiter.api.Tag;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.PostgresServer;

/** The same migration and backups on a real PostgreSQL server. */
@Tag("database")
class PostgresIdentityMigrationTest extends IdentityMigrationTest {

    @Override
    DatabaseAddress empty(String name) {
        return PostgresServer.place();
    }
}
