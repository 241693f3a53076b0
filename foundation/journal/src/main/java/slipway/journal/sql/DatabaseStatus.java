package slipway.journal.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import slipway.base.Problem;
import slipway.journal.JournalStorage;
import slipway.journal.table.Micros;

/**
 * The status of a database, read from outside while a server uses it or while none does. Reading it changes nothing: no
 * lock is kept, nothing is migrated, and SQLite's write-ahead log is not checkpointed.
 *
 * @param product name and version: {@code SQLite 3.53.4}
 * @param newest time of the newest event; empty before the first start
 * @param outdated whether the next start migrates its tables
 * @param structure the result of the structure check
 */
public record DatabaseStatus(
        String product, Optional<Instant> newest, boolean outdated, Structure structure) {

    /** The result of the database's own structure check. */
    public sealed interface Structure {

        /** Not checked, because the check would take long or because a server is running. */
        record NotChecked() implements Structure {}

        record Checked(List<String> wrong) implements Structure {
            public Checked {
                wrong = List.copyOf(wrong);
            }
        }
    }

    /** The check of a larger database would delay the first answer too long. */
    private static final long MAX_CHECKED_BYTES = 2_000_000_000;

    private static final int BUSY_MILLIS = 3_000;

    /** The process that holds the directory, or {@code starting}; empty if no server runs there. */
    public static Optional<String> holder(Path directory) {
        return DirectoryLock.holder(directory);
    }

    /** Empty if there is no database yet. A database that cannot be read, or is of a newer version, is a problem. */
    public static Optional<DatabaseStatus> at(DatabaseAddress place, List<ModuleSchema> schemas) {
        return switch (place) {
            case DatabaseAddress.Sqlite sqlite ->
                    Files.exists(sqlite.file())
                            ? Optional.of(
                                    inspect(Sqlite.shared(sqlite), reader(sqlite), sqlite, schemas))
                            : Optional.empty();
            case DatabaseAddress.Postgres postgres -> {
                var dialect = new Postgres(postgres);
                yield Optional.of(
                        inspect(dialect, dialect.readers()::getConnection, schemas, false));
            }
        };
    }

    /** Opens a connection. */
    private interface ConnectionSource {
        Connection connect() throws SQLException;
    }

    private static DatabaseStatus inspect(
            Dialect dialect,
            ConnectionSource opening,
            DatabaseAddress.Sqlite place,
            List<ModuleSchema> schemas) {
        boolean quick =
                holder(place.directory()).isEmpty() && size(place.file()) < MAX_CHECKED_BYTES;
        return inspect(dialect, opening, schemas, quick);
    }

    private static DatabaseStatus inspect(
            Dialect dialect,
            ConnectionSource opening,
            List<ModuleSchema> schemas,
            boolean structure) {
        try (Connection connection = opening.connect()) {
            boolean outdated = false;
            for (ModuleSchema moduleSchema : schemas) {
                int stored = Database.version(dialect, connection, moduleSchema);
                if (stored > moduleSchema.newestVersion()) {
                    throw DatabaseProblems.newer(
                            moduleSchema.module(),
                            Integer.toString(stored),
                            Integer.toString(moduleSchema.newestVersion()));
                }
                outdated |= stored < moduleSchema.newestVersion();
            }
            return new DatabaseStatus(
                    product(connection),
                    newest(dialect, connection),
                    outdated,
                    structure
                            ? new Structure.Checked(dialect.checkStructure(connection))
                            : new Structure.NotChecked());
        } catch (SQLException e) {
            throw problem(dialect, e);
        }
    }

    private static Problem problem(Dialect dialect, SQLException e) {
        var refused = new JournalStorage.Refused(dialect.cause(e), e);
        return DatabaseProblems.openFailed(dialect, refused) instanceof Problem problem
                ? problem
                : refused.problem();
    }

    private static String product(Connection connection) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        return about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
    }

    private static Optional<Instant> newest(Dialect dialect, Connection connection)
            throws SQLException {
        if (!dialect.hasTable(connection, "journal_head")) {
            return Optional.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select at from journal_head where seq > 0")) {
            return rows.next() ? Optional.of(Micros.at(rows.getLong(1))) : Optional.empty();
        }
    }

    /**
     * Without a write-ahead log and a server, the file is opened as immutable, so that SQLite creates no shared-memory
     * file. With a log, its content must be read too.
     */
    private static ConnectionSource reader(DatabaseAddress.Sqlite place) {
        boolean unchanged =
                size(place.directory().resolve(DatabaseAddress.Sqlite.FILE + "-wal")) == 0
                        && holder(place.directory()).isEmpty();
        var config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setOpenMode(org.sqlite.SQLiteOpenMode.OPEN_URI);
        config.setReadOnly(true);
        var source = new SQLiteDataSource(config);
        source.setUrl(
                "jdbc:sqlite:"
                        + place.file()
                                .toAbsolutePath()
                                .toUri()
                                .toString()
                                .replaceFirst("^file:/+", "file:/")
                        + "?mode=ro"
                        + (unchanged ? "&immutable=1" : ""));
        return source::getConnection;
    }

    private static long size(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
