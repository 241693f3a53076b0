package slipway.guard.audit;

import slipway.journal.Medium;
import slipway.journal.sql.Address;
import slipway.journal.sql.Db;
import slipway.journal.sql.PostgresServer;
import slipway.journal.sql.SqlMedium;

class PostgresAuditTest extends AuditContract {

    private final Address place = PostgresServer.place();

    @Override
    Medium medium() {
        return new SqlMedium(Db.open(place, Book.SCHEMAS));
    }
}
