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
import org.flywaydb.core.Flyway;
import org.slf4j.LoggerFactory;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;

/**
 * A database, SQLite or PostgreSQL, with migrated schemas of all modules. Modules read and write it only through the
 * journal.
 */
public final class Database implements AutoCloseable {

    private final Dialect dialect;
    private final HikariDataSource pool;
    private final ExecutorService readThreads;
    private Optional<Connection> exclusive = Optional.empty();

    private Database(Dialect dialect) {
        this.dialect = dialect;
        this.pool = pool(dialect);
        this.readThreads =
                Executors.newFixedThreadPool(
                        dialect.connections(),
                        Thread.ofPlatform().daemon().name("db-read-", 1).factory());
    }

    /** Opens exclusively, for a server, and migrates the schemas. */
    public static Database open(DatabaseAddress place, List<ModuleSchema> schemas) {
        Dialect dialect =
                switch (place) {
                    case DatabaseAddress.Sqlite sqlite -> Sqlite.exclusive(sqlite);
                    case DatabaseAddress.Postgres postgres -> new Postgres(postgres);
                };
        return opened(dialect, db -> migrateAll(db, schemas));
    }

    /** Checks all versions before it changes anything: half-migrated data would suit neither version. */
    private static void migrateAll(Database db, List<ModuleSchema> schemas) {
        db.lockExclusively();
        schemas.forEach(db::requireKnownVersion);
        schemas.forEach(db::migrate);
    }

    /** Locks the database before anything is changed: another server may use it. */
    private void lockExclusively() {
        try {
            exclusive =
                    dialect.locksByConnection() ? Optional.of(dialect.writer()) : Optional.empty();
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** The connection of the writer: first the one that took the lock, later a new one after each failure. */
    synchronized Connection writer() throws SQLException {
        Optional<Connection> first = exclusive;
        exclusive = Optional.empty();
        return first.isPresent() ? first.get() : dialect.writer();
    }

    /** Opens for reading, also while a server runs. The schemas must exist in a version that is known. */
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
        config.setConnectionInitSql(dialect.readOnly());
        config.setConnectionTimeout(10_000);
        return new HikariDataSource(config);
    }

    /** A query on one connection. */
    interface Query<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Reads with SQL, on a connection that others use afterwards. */
    <T> T read(Query<T> query) {
        if (dialect.pinsCarriers() && Thread.currentThread().isVirtual()) {
            return Journal.await(CompletableFuture.supplyAsync(() -> readHere(query), readThreads));
        }
        return readHere(query);
    }

    private <T> T readHere(Query<T> query) {
        try (Connection connection = pool.getConnection()) {
            return query.run(connection);
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** Reads several things in one consistent snapshot. */
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

    /** Skips Flyway, which takes half a second, if the database is up to date. */
    private void migrate(ModuleSchema moduleSchema) {
        if (version(moduleSchema) < moduleSchema.newestVersion()) {
            Flyway.configure()
                    .dataSource(dialect.migrator())
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

    /** The version of the newest applied migration; 0 before the first. */
    private int version(ModuleSchema moduleSchema) {
        return read(connection -> version(connection, moduleSchema));
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
