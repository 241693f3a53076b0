package slipway.journal.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.LoggerFactory;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;

/**
 * A database, SQLite or PostgreSQL, with the schemas of all rooms brought up to date. Here rooms read with SQL; they
 * write through the journal only.
 */
public final class Database implements AutoCloseable {

    private final Dialect dialect;
    private final HikariDataSource pool;
    private final Jdbi jdbi;
    private final ExecutorService readThreads;
    private Optional<Connection> exclusive = Optional.empty();

    private Database(Dialect dialect) {
        this.dialect = dialect;
        this.pool = pool(dialect);
        this.jdbi = Jdbi.create(pool);
        this.readThreads =
                Executors.newFixedThreadPool(
                        dialect.connections(),
                        Thread.ofPlatform().daemon().name("db-read-", 1).factory());
    }

    /** Opens for a server, alone, and migrates the schemas. */
    public static Database open(DatabaseAddress place, List<ModuleSchema> schemas) {
        Dialect dialect =
                switch (place) {
                    case DatabaseAddress.Sqlite sqlite -> Sqlite.exclusive(sqlite);
                    case DatabaseAddress.Postgres postgres -> new Postgres(postgres);
                };
        return opened(dialect, db -> migrateAll(db, schemas));
    }

    /** Nothing is changed before everything is known: half-migrated data would suit neither version. */
    private static void migrateAll(Database db, List<ModuleSchema> schemas) {
        db.lockExclusively();
        schemas.forEach(db::requireKnownVersion);
        schemas.forEach(db::migrate);
    }

    /** Before anything is changed: another server may be at work here. */
    private void lockExclusively() {
        try {
            exclusive =
                    dialect.locksByConnection() ? Optional.of(dialect.writer()) : Optional.empty();
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** The connection for the one who writes: the one that was opened first, then a new one whenever it broke. */
    synchronized Connection writer() throws SQLException {
        Optional<Connection> first = exclusive;
        exclusive = Optional.empty();
        return first.isPresent() ? first.get() : dialect.writer();
    }

    /** Opens beside a running server, to read. The schemas must be known already. */
    public static Database openBeside(DatabaseAddress place, List<ModuleSchema> schemas) {
        Dialect dialect =
                switch (place) {
                    case DatabaseAddress.Sqlite sqlite -> Sqlite.shared(sqlite);
                    case DatabaseAddress.Postgres postgres -> new Postgres(postgres);
                };
        return opened(dialect, db -> rejectUnknownSchemas(db, schemas));
    }

    private static void rejectUnknownSchemas(Database db, List<ModuleSchema> schemas) {
        if (db.version(ModuleSchema.JOURNAL) == 0) {
            throw DatabaseProblems.noData(db.describe());
        }
        schemas.forEach(db::requireKnownVersion);
    }

    private static Database opened(Dialect dialect, java.util.function.Consumer<Database> prepare) {
        try {
            var db = new Database(dialect);
            try {
                prepare.accept(db);
                return db;
            } catch (RuntimeException e) {
                db.close();
                throw e;
            }
        } catch (RuntimeException e) {
            dialect.close();
            throw DatabaseProblems.openFailed(dialect, e);
        }
    }

    private static HikariDataSource pool(Dialect dialect) {
        var config = new HikariConfig();
        config.setDataSource(dialect.readers());
        config.setMaximumPoolSize(dialect.connections());
        config.setMinimumIdle(1);
        config.setPoolName("db");
        config.setConnectionTimeout(10_000);
        return new HikariDataSource(config);
    }

    /** Reads with SQL. Never writes: a change that is not in the journal has not happened. */
    public <T> T read(Function<Handle, T> query) {
        if (dialect.pinsCarriers() && Thread.currentThread().isVirtual()) {
            return Journal.await(
                    CompletableFuture.supplyAsync(
                            () -> jdbi.withHandle(query::apply), readThreads));
        }
        return jdbi.withHandle(query::apply);
    }

    /** A question to one connection that may fail. */
    interface Query<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Reads many things as they were at one moment. */
    <T> T snapshot(Query<T> query) {
        try (Connection connection = dialect.readers().getConnection()) {
            dialect.beginSnapshot(connection);
            return query.run(connection);
        } catch (SQLException e) {
            throw refused(e).problem();
        }
    }

    Dialect dialect() {
        return dialect;
    }

    public String describe() {
        return dialect.describe();
    }

    /** Flyway costs half a second; a database that is up to date already does not pay for it. */
    private void migrate(ModuleSchema moduleSchema) {
        if (version(moduleSchema) < moduleSchema.newestVersion()) {
            Flyway.configure()
                    .dataSource(pool)
                    .table(moduleSchema.history())
                    .locations(moduleSchema.location())
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .placeholders(dialect.placeholders())
                    .target(Integer.toString(moduleSchema.newestVersion()))
                    .load()
                    .migrate();
        }
        requireKnownVersion(moduleSchema);
    }

    private void requireKnownVersion(ModuleSchema moduleSchema) {
        int stored = version(moduleSchema);
        if (stored > moduleSchema.newestVersion()) {
            throw DatabaseProblems.newer(
                    moduleSchema.module(),
                    Integer.toString(stored),
                    Integer.toString(moduleSchema.newestVersion()));
        }
    }

    /** The newest migration that was applied; 0 before the first. */
    private int version(ModuleSchema moduleSchema) {
        return read(
                handle -> {
                    try {
                        return version(handle.getConnection(), moduleSchema);
                    } catch (SQLException e) {
                        throw refused(e);
                    }
                });
    }

    int version(Connection connection, ModuleSchema moduleSchema) throws SQLException {
        return version(dialect, connection, moduleSchema);
    }

    static int version(Dialect dialect, Connection connection, ModuleSchema moduleSchema)
            throws SQLException {
        if (!dialect.hasTable(connection, moduleSchema.history())) {
            return 0;
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "select max(cast(version as integer)) from "
                                        + moduleSchema.history()
                                        + " where version is not null and success")) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    JournalStorage.Refused refused(SQLException e) {
        return new JournalStorage.Refused(dialect.cause(e), e);
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LoggerFactory.getLogger(Database.class).debug("A connection did not close", e);
        }
    }

    @Override
    public void close() {
        readThreads.close();
        exclusive.ifPresent(Database::closeQuietly);
        pool.close();
        dialect.close();
    }
}
