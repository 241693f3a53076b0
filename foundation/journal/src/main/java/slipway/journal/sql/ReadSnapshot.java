package slipway.journal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import slipway.journal.JournalHead;
import slipway.journal.JournalStorage;
import slipway.journal.StoredFact;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;
import slipway.journal.table.TableReader;

/**
 * A consistent read-only snapshot of a database while a server writes: every raw fact, and the tables of the modules.
 */
public final class ReadSnapshot implements TableReader {

    private static final int FETCH_SIZE = 2_000;
    private static final byte[] NONE = {};

    private final Database db;
    private final Connection connection;

    private ReadSnapshot(Database db, Connection connection) {
        this.db = db;
        this.connection = connection;
    }

    /** Reads several things in one consistent snapshot. A refusal by the database is thrown as a problem. */
    public static <T> T of(Database db, Function<ReadSnapshot, T> query) {
        try {
            return db.snapshot(connection -> query.apply(new ReadSnapshot(db, connection)));
        } catch (JournalStorage.Refused e) {
            throw e.problem();
        }
    }

    public JournalHead head() {
        return run(() -> SqlJournalStorage.head(connection));
    }

    /** Every fact in the order of its number, including damaged ones. */
    public void facts(Consumer<StoredFact> each) {
        facts(Long.MIN_VALUE, Integer.MAX_VALUE, each);
    }

    /** The first facts after this number, in order, including damaged ones. */
    public void facts(long after, int limit, Consumer<StoredFact> each) {
        // The hash does not distinguish an empty team or body from a missing one; the journal never
        // writes an empty one.
        String sql =
                "select seq, leaf, at, version, kind, actor, via, request, team, subject, body, body_hash, hash,"
                        + " case when (team is null or team <> '') and (body is null or body <> '') and "
                        + db.dialect().factTypesValid()
                        + " then 1 else 0 end from journal_fact where seq > ? order by seq limit ?";
        run(
                () -> {
                    try (PreparedStatement statement = connection.prepareStatement(sql)) {
                        statement.setFetchSize(FETCH_SIZE);
                        statement.setLong(1, after);
                        statement.setInt(2, limit);
                        try (ResultSet rows = statement.executeQuery()) {
                            while (rows.next()) {
                                each.accept(fact(rows));
                            }
                        }
                    }
                    return true;
                });
    }

    private static StoredFact fact(ResultSet rows) throws SQLException {
        var numbers =
                new StoredFact.Numbers(
                        rows.getLong(1),
                        rows.getLong(2),
                        rows.getLong(3),
                        rows.getLong(4),
                        rows.getInt(14) == 1);
        List<byte[]> texts =
                List.of(
                        text(rows, 5),
                        text(rows, 6),
                        text(rows, 7),
                        text(rows, 8),
                        text(rows, 9),
                        text(rows, 10));
        return new StoredFact(numbers, texts, bytes(rows, 11), bytes(rows, 12), text(rows, 13));
    }

    private static byte[] text(ResultSet rows, int column) throws SQLException {
        return bytes(rows, column).orElse(NONE);
    }

    private static Optional<byte[]> bytes(ResultSet rows, int column) throws SQLException {
        return Optional.ofNullable(rows.getBytes(column));
    }

    @Override
    public <R extends Record> void rows(Table<R> table, RowSink<R> each) {
        run(
                () -> {
                    for (String name : table.allNames()) {
                        if (db.dialect().hasTable(connection, name)) {
                            SqlJournalStorage.rows(connection, table.named(name), each);
                            return true;
                        }
                    }
                    return false;
                });
    }

    /** The database's own structure check; empty if it finds no damage. */
    public List<String> structure() {
        return run(() -> db.dialect().checkStructure(connection));
    }

    private interface Query<T> {
        T run() throws SQLException;
    }

    private <T> T run(Query<T> query) {
        try {
            return query.run();
        } catch (SQLException e) {
            throw db.refused(e).problem();
        }
    }
}
