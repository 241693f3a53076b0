package slipway.journal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import slipway.journal.JournalStorage;

/** A PostgreSQL server. One advisory lock per schema keeps a second server out. */
final class Postgres implements Dialect {

    private static final String LOCK =
            "select pg_try_advisory_lock(hashtext('slipway/' || current_schema()))";

    private final DatabaseAddress.Postgres place;
    private boolean held;

    Postgres(DatabaseAddress.Postgres place) {
        this.place = place;
    }

    @Override
    public Map<String, String> placeholders() {
        return Map.of("key", "bigint", "bytes", "bytea");
    }

    @Override
    public DataSource readers() {
        return source();
    }

    private PGSimpleDataSource source() {
        var source = new PGSimpleDataSource();
        source.setUrl(place.url());
        source.setUser(place.user());
        source.setPassword(place.password());
        source.setReWriteBatchedInserts(true);
        source.setConnectTimeout(10);
        source.setTcpKeepAlive(true);
        source.setApplicationName("slipway");
        return source;
    }

    @Override
    public int connections() {
        return place.connections();
    }

    @Override
    public Connection writer() throws SQLException {
        PGSimpleDataSource source = source();
        // A commit without an answer for a minute fails; without this limit a dead network would
        // block the writer for hours.
        source.setSocketTimeout(60);
        Connection connection = source.getConnection();
        try {
            lock(connection);
            try (Statement statement = connection.createStatement()) {
                // Independent of the server's default: acknowledged means durable.
                statement.execute("set synchronous_commit = on");
            }
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void lock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(LOCK)) {
            rows.next();
            if (rows.getBoolean(1)) {
                held = true;
            } else if (held) {
                // The lock belongs to our own broken connection, which the database has not closed
                // yet.
                throw new SQLException("the lock of the broken connection is still held", "08006");
            } else {
                throw DatabaseProblems.inUse(place.toString(), "It holds the lock of this schema.");
            }
        }
    }

    @Override
    public boolean locksByConnection() {
        return true;
    }

    @Override
    public JournalStorage.Cause cause(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        if (state.equals("53100")) {
            return JournalStorage.Cause.FULL;
        }
        if (state.equals("XX001") || state.equals("XX002")) {
            return JournalStorage.Cause.CORRUPT;
        }
        boolean content =
                state.startsWith("21")
                        || state.startsWith("22")
                        || state.startsWith("23")
                        || state.startsWith("42");
        return content ? JournalStorage.Cause.CONTENT : JournalStorage.Cause.UNREACHABLE;
    }

    @Override
    public boolean outcomeUnknown(SQLException e) {
        return cause(e) == JournalStorage.Cause.UNREACHABLE;
    }

    /** PostgreSQL checks its pages itself if checksums are enabled; the leaf hashes of the journal cover the facts. */
    @Override
    public List<String> checkStructure(Connection connection) {
        return List.of();
    }

    @Override
    public boolean pinsCarriers() {
        return false;
    }

    @Override
    public void beginSnapshot(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setReadOnly(true);
    }

    @Override
    public boolean hasTable(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("select to_regclass(?) is not null")) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        }
    }

    /** PostgreSQL columns hold only values of their type. */
    @Override
    public String factTypesValid() {
        return "1 = 1";
    }

    @Override
    public String describe() {
        return place.toString();
    }

    @Override
    public void close() {
        // Closing the writer's connection releases the lock.
    }
}
