package slipway.journal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import slipway.journal.CommitGroup;
import slipway.journal.IdempotencyKey;
import slipway.journal.JournalStream;
import slipway.journal.table.Micros;

/** The rows of stored answers of idempotency keys and of reader cursors, and the statements of a retention sweep. */
final class IdempotencyRows {

    private static final int KEYS_PER_QUERY = 500;
    private static final String ANSWER =
            "insert into journal_answer (name, fingerprint, answer, seq, at) values (?, ?, ?, ?, ?)";
    private static final String CURSOR =
            "insert into journal_cursor (reader, seq, at, streams, retired) values (?, ?, ?, ?, ?)"
                    + " on conflict (reader) do update set seq = excluded.seq, at = excluded.at,"
                    + " streams = excluded.streams,"
                    + " retired = case when journal_cursor.retired = 1 then 1 else excluded.retired end"
                    + " where excluded.seq >= journal_cursor.seq";
    private static final String PRUNE =
            "update journal_fact set body = null, body_hash = ? where seq = ?";

    private IdempotencyRows() {}

    static void write(PreparedStatements preparedStatements, CommitGroup.Bookkeeping bookkeeping)
            throws SQLException {
        PreparedStatement answers = preparedStatements.of(ANSWER);
        for (CommitGroup.Answer answer : bookkeeping.answers()) {
            bind(
                    answers,
                    answer.key().name(),
                    answer.key().fingerprint(),
                    answer.text(),
                    answer.seq(),
                    Micros.of(answer.at()));
            answers.addBatch();
        }
        if (!bookkeeping.answers().isEmpty()) {
            answers.executeBatch();
        }
        for (CommitGroup.Cursor cursor : bookkeeping.cursors()) {
            run(
                    preparedStatements,
                    CURSOR,
                    cursor.reader(),
                    cursor.seq(),
                    Micros.of(cursor.at()),
                    text(cursor.streams()),
                    cursor.retired() ? 1L : 0L);
        }
        for (CommitGroup.Sweep sweep : bookkeeping.sweeps()) {
            sweep(preparedStatements, sweep);
        }
    }

    private static void sweep(PreparedStatements preparedStatements, CommitGroup.Sweep sweep)
            throws SQLException {
        PreparedStatement prune = preparedStatements.of(PRUNE);
        for (CommitGroup.PrunedBody body : sweep.bodies()) {
            bind(prune, HexFormat.of().parseHex(body.hash()), body.seq());
            prune.addBatch();
        }
        if (!sweep.bodies().isEmpty()) {
            prune.executeBatch();
        }
        run(preparedStatements, "delete from journal_tick where seq < ?", sweep.ticksBefore());
        PreparedStatement delete =
                preparedStatements.of("delete from journal_answer where name = ?");
        for (String name : sweep.answers()) {
            bind(delete, name);
            delete.addBatch();
        }
        if (!sweep.answers().isEmpty()) {
            delete.executeBatch();
        }
    }

    static List<String> answersBefore(Connection connection, Instant at, int limit)
            throws SQLException {
        List<String> found = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "select name from journal_answer where at < ? order by at limit ?")) {
            bind(statement, Micros.of(at), limit);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
        }
        return found;
    }

    static void run(PreparedStatements preparedStatements, String sql, Object... values)
            throws SQLException {
        PreparedStatement statement = preparedStatements.of(sql);
        bind(statement, values);
        statement.executeUpdate();
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    static Map<String, CommitGroup.Answer> answers(Connection connection, List<String> names)
            throws SQLException {
        Map<String, CommitGroup.Answer> found = new HashMap<>();
        for (int from = 0; from < names.size(); from += KEYS_PER_QUERY) {
            answersOf(
                    connection,
                    names.subList(from, Math.min(names.size(), from + KEYS_PER_QUERY)),
                    found);
        }
        return found;
    }

    private static void answersOf(
            Connection connection, List<String> names, Map<String, CommitGroup.Answer> into)
            throws SQLException {
        String bookkeeping = "?" + ", ?".repeat(names.size() - 1);
        String sql =
                "select name, fingerprint, answer, seq, at from journal_answer where name in ("
                        + bookkeeping
                        + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, names.toArray());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    var idempotencyKey = new IdempotencyKey(rows.getString(1), rows.getString(2));
                    var answer =
                            new CommitGroup.Answer(
                                    idempotencyKey,
                                    rows.getString(3),
                                    rows.getLong(4),
                                    Micros.at(rows.getLong(5)));
                    into.put(idempotencyKey.name(), answer);
                }
            }
        }
    }

    static Map<String, CommitGroup.Cursor> cursors(Connection connection) throws SQLException {
        Map<String, CommitGroup.Cursor> found = new HashMap<>();
        try (PreparedStatement statement =
                        connection.prepareStatement(
                                "select reader, seq, at, streams, retired from journal_cursor");
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                String reader = rows.getString(1);
                found.put(
                        reader,
                        new CommitGroup.Cursor(
                                reader,
                                rows.getLong(2),
                                Micros.at(rows.getLong(3)),
                                streams(rows.getString(4)),
                                rows.getLong(5) == 1));
            }
        }
        return found;
    }

    private static String text(Set<JournalStream> streams) {
        return streams.stream().map(JournalStream::name).sorted().collect(Collectors.joining(","));
    }

    /** Older versions did not store the streams of a cursor: it may be of a reader of all. */
    private static Set<JournalStream> streams(String text) {
        return text.isEmpty()
                ? EnumSet.allOf(JournalStream.class)
                : Arrays.stream(text.split(",", -1))
                        .map(JournalStream::valueOf)
                        .collect(Collectors.toSet());
    }
}
