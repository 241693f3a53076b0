package slipway.journal.sql;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import slipway.journal.JournalStorage;

/** SQLite in a file, with a write-ahead log and an fsync at every commit. */
final class Sqlite implements Dialect {

    private static final int READERS = 4;
    private static final int BUSY_MILLIS = 10_000;

    /**
     * A checkpoint delays one commit by three more fsyncs and its page writes. With SQLite's default of 1,000 pages
     * that is about every fifteenth commit of 64 writers; with this number it is one in a hundred, for a log of 32 MB.
     * Measured with fsyncs slowed down to 3 to 6 ms: 74 % instead of 62 % of what the disk allows.
     */
    private static final int CHECKPOINT_PAGES = 8_000;

    private final Path file;
    private final Optional<DirectoryLock> lock;

    private Sqlite(Path file, Optional<DirectoryLock> lock) {
        this.file = file;
        this.lock = lock;
    }

    /** For a server: locks the directory. */
    static Sqlite exclusive(DatabaseAddress.Sqlite place) {
        makeDirectory(place.directory());
        if (Files.exists(place.file()) && !Files.isWritable(place.file())) {
            // SQLite would open it read-only and fail at the first commit.
            throw DatabaseProblems.notWritable(
                    place.directory(), new AccessDeniedException(place.file().toString()));
        }
        DirectoryLock lock = DirectoryLock.take(place.directory());
        try {
            makeFile(place);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
        return new Sqlite(place.file(), Optional.of(lock));
    }

    /** For reading while a server runs: a backup, a check. */
    static Sqlite shared(DatabaseAddress.Sqlite place) {
        if (!Files.exists(place.file())) {
            throw DatabaseProblems.noData(place.directory().toString());
        }
        return new Sqlite(place.file(), Optional.empty());
    }

    /**
     * Readable only by its owner, also in a directory with wider permissions; the write-ahead log gets the permissions
     * of the file.
     */
    private static void makeFile(DatabaseAddress.Sqlite place) {
        try {
            if (!Files.exists(place.file())) {
                Files.createFile(
                        place.file(),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
            }
        } catch (IOException e) {
            throw DatabaseProblems.notWritable(place.directory(), e);
        }
    }

    private static void makeDirectory(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(
                        directory,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
            }
        } catch (IOException e) {
            throw DatabaseProblems.notWritable(directory, e);
        }
    }

    @Override
    public Map<String, String> placeholders() {
        // Only 'integer primary key' is an alias of SQLite's row id; any other type costs a second
        // index.
        return Map.of("key", "integer", "bytes", "blob");
    }

    @Override
    public DataSource readers() {
        SQLiteConfig config = config();
        config.setPragma(SQLiteConfig.Pragma.SYNCHRONOUS, "NORMAL");
        return source(config);
    }

    @Override
    public DataSource migrator() {
        return readers();
    }

    @Override
    public String readOnly() {
        return "pragma query_only = 1";
    }

    @Override
    public int connections() {
        return READERS;
    }

    @Override
    public Connection writer() throws SQLException {
        SQLiteConfig config = config();
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        Connection connection = source(config).getConnection();
        try (Statement statement = connection.createStatement()) {
            // On macOS, fsync leaves the data in the drive's cache.
            statement.execute("pragma fullfsync=1");
            statement.execute("pragma checkpoint_fullfsync=1");
            statement.execute("pragma wal_autocheckpoint=" + CHECKPOINT_PAGES);
            // The log grows during a long backup; this limit shrinks it afterwards.
            statement.execute("pragma journal_size_limit=67108864");
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static SQLiteConfig config() {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setBusyTimeout(BUSY_MILLIS);
        return config;
    }

    private DataSource source(SQLiteConfig config) {
        var source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    /**
     * The directory lock keeps other servers out; opening the writer's connection early would lock the file against
     * others.
     */
    @Override
    public boolean locksByConnection() {
        return false;
    }

    @Override
    public JournalStorage.Cause cause(SQLException e) {
        if (!(e instanceof SQLiteException sqlite)) {
            return JournalStorage.Cause.UNREACHABLE;
        }
        // The lower eight bits are the primary result code; the rest is the extended code.
        int primary = sqlite.getResultCode().code & 0xff;
        if (primary == SQLiteErrorCode.SQLITE_FULL.code) {
            return JournalStorage.Cause.FULL;
        }
        if (primary == SQLiteErrorCode.SQLITE_CORRUPT.code
                || primary == SQLiteErrorCode.SQLITE_NOTADB.code) {
            return JournalStorage.Cause.CORRUPT;
        }
        boolean content =
                primary == SQLiteErrorCode.SQLITE_CONSTRAINT.code
                        || primary == SQLiteErrorCode.SQLITE_MISMATCH.code
                        || primary == SQLiteErrorCode.SQLITE_TOOBIG.code
                        || primary == SQLiteErrorCode.SQLITE_ERROR.code;
        return content ? JournalStorage.Cause.CONTENT : JournalStorage.Cause.UNREACHABLE;
    }

    @Override
    public boolean outcomeUnknown(SQLException e) {
        return cause(e) == JournalStorage.Cause.UNREACHABLE;
    }

    @Override
    public List<String> checkStructure(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("pragma quick_check")) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found.equals(List.of("ok")) ? List.of() : List.copyOf(found);
    }

    @Override
    public boolean pinsCarriers() {
        return true;
    }

    @Override
    public void beginSnapshot(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
    }

    @Override
    public boolean hasTable(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "select 1 from sqlite_master where type = 'table' and name = ?")) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** SQLite stores any type in any column and converts it when it is read. */
    @Override
    public String factTypesValid() {
        return "typeof(leaf) = 'integer' and typeof(at) = 'integer' and typeof(version) = 'integer'"
                + " and typeof(kind) = 'text' and typeof(actor) = 'text' and typeof(via) = 'text'"
                + " and typeof(request) = 'text' and typeof(team) in ('text', 'null')"
                + " and typeof(subject) = 'text' and typeof(body) in ('text', 'null')"
                + " and typeof(body_hash) in ('blob', 'null') and typeof(hash) = 'blob'";
    }

    @Override
    public String describe() {
        return file.toString();
    }

    @Override
    public void close() {
        lock.ifPresent(DirectoryLock::close);
    }
}
