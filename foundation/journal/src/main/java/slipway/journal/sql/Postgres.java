package slipway.journal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import slipway.journal.JournalStorage;

/**
 * A PostgreSQL server. One advisory lock per schema keeps a second server out. No call waits for a dead network: every
 * connection has limits for connecting, for an answer and for a statement, which the address may set otherwise.
 */
final class Postgres implements Dialect {

    private static final String LOCK =
            "select pg_try_advisory_lock(hashtext('slipway/' || current_schema()))";

    private static final String OWN_SESSION =
            "select pid, backend_start::text from pg_stat_activity where pid = pg_backend_pid()";

    /** Waits until the session has ended; that takes milliseconds. */
    private static final String END_SESSION =
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
                    + " where pid = ? and backend_start::text = ?";

    private static final int CONNECT_SECONDS = 10;

    /** A statement that has no answer for so long has failed: the network or the server is dead. */
    private static final int ANSWER_SECONDS = 60;

    /** A read that takes longer is cancelled by the server. Large reads fetch their rows in pages. */
    private static final String READ_LIMIT = "-c statement_timeout=60s";

    /** The server notices within about half a minute that the client of a session is gone. */
    private static final String NOTICE_DEAD_CLIENT =
            "-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
                    + " -c tcp_user_timeout=30000";

    private static final int FETCH_SIZE = 1_000;

    private final DatabaseAddress.Postgres place;
    private Optional<Session> session = Optional.empty();

    /** The session that holds the lock, as PostgreSQL identifies it. */
    private record Session(int pid, String start) {}

    Postgres(DatabaseAddress.Postgres place) {
        this.place = place;
    }

    @Override
    public Map<String, String> placeholders() {
        return Map.of("key", "bigint", "bytes", "bytea");
    }

    @Override
    public DataSource readers() {
        return source(READ_LIMIT);
    }

    /** A migration of a large table may take long. */
    @Override
    public DataSource migrator() {
        return source(NOTICE_DEAD_CLIENT);
    }

    @Override
    public String readOnly() {
        return "set session characteristics as transaction read only";
    }

    private PGSimpleDataSource source(String options) {
        var source = new PGSimpleDataSource();
        source.setUrl(place.url());
        source.setUser(place.user());
        source.setPassword(place.password());
        source.setReWriteBatchedInserts(true);
        source.setTcpKeepAlive(true);
        source.setApplicationName("slipway");
        source.setDefaultRowFetchSize(FETCH_SIZE);
        if (!place.has("connectTimeout")) {
            source.setConnectTimeout(CONNECT_SECONDS);
        }
        if (!place.has("socketTimeout")) {
            source.setSocketTimeout(ANSWER_SECONDS);
        }
        if (!place.has("options")) {
            source.setOptions(options);
        }
        if (place.verifiesServer()) {
            source.setSslMode("verify-full");
            if (!place.has("sslrootcert")) {
                source.setSslfactory("org.postgresql.ssl.DefaultJavaSSLFactory");
            }
        }
        return source;
    }

    @Override
    public int connections() {
        return place.connections();
    }

    @Override
    public Connection writer() throws SQLException {
        Connection connection = source(NOTICE_DEAD_CLIENT).getConnection();
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
        boolean locked = tryLock(connection);
        if (!locked && session.isPresent()) {
            // PostgreSQL may keep the session of a connection that broke for hours, and its lock
            // with it. It is ours, so it can be ended.
            end(connection, session.get());
            locked = tryLock(connection);
        }
        if (locked) {
            session = Optional.of(ownSession(connection));
        } else if (session.isPresent()) {
            throw new SQLException("another session holds the lock of this schema", "08006");
        } else {
            throw DatabaseProblems.inUse(place.toString(), "It holds the lock of this schema.");
        }
    }

    private static boolean tryLock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(LOCK)) {
            rows.next();
            return rows.getBoolean(1);
        }
    }

    private static Session ownSession(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(OWN_SESSION)) {
            rows.next();
            return new Session(rows.getInt(1), rows.getString(2));
        }
    }

    /** The start of the session is compared too, because process numbers are used again. */
    private static void end(Connection connection, Session session) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(END_SESSION)) {
            statement.setInt(1, session.pid());
            statement.setString(2, session.start());
            statement.execute();
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

    /** Without a transaction the driver would hold all rows in memory. */
    @Override
    public void beginStreaming(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
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
