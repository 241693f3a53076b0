package slipway.account;

import java.util.List;
import slipway.journal.Medium;
import slipway.journal.sql.Address;
import slipway.journal.sql.Db;
import slipway.journal.sql.PostgresServer;
import slipway.journal.sql.Schema;
import slipway.journal.sql.SqlMedium;

/** The room's tables in a real PostgreSQL server. */
class PostgresAccountTest extends AccountContract {

    private final Address.Postgres place = PostgresServer.place();

    @Override
    protected Medium medium() {
        return new SqlMedium(Db.open(place, List.of(Schema.JOURNAL, Account.SCHEMA)));
    }
}
