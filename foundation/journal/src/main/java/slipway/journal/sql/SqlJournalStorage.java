package slipway.journal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.journal.CommitGroup;
import slipway.journal.Event;
import slipway.journal.HistoryQuery;
import slipway.journal.JournalHead;
import slipway.journal.JournalStorage;
import slipway.journal.JournalStream;
import slipway.journal.table.EncodedRow;
import slipway.journal.table.KeyRange;
import slipway.journal.table.Micros;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;

/** A journal in SQLite or PostgreSQL. Only the writer's thread uses the writer's connection. */
public final class SqlJournalStorage implements JournalStorage {

    private static final Logger LOG = LoggerFactory.getLogger(SqlJournalStorage.class);
    private static final String ADVANCE_HEAD =
            "update journal_head set writes = ?, seq = ?, leaves = ?, at = ?, clean = 0"
                    + " where id = 1 and term = ? and writes = ?";

    private final Database db;
    private final AnswerLookup answerLookup;
    private Optional<PreparedStatements> writer = Optional.empty();
    private volatile long term;

    public SqlJournalStorage(Database db) {
        this.db = db;
        this.answerLookup = new AnswerLookup(db);
    }

    private <T> T read(Database.Query<T> query) {
        return db.read(query);
    }

    /** Only for the writer's thread; tests simulate a full disk here. */
    PreparedStatements writer() throws SQLException {
        if (writer.isEmpty()) {
            writer = Optional.of(new PreparedStatements(connect()));
        }
        return writer.get();
    }

    /**
     * A server that lost its connection, and whose data another server has claimed meanwhile, must not wait for the
     * lock.
     */
    private Connection connect() throws SQLException {
        try {
            return db.writer();
        } catch (SQLException e) {
            if (term > 0 && read(SqlJournalStorage::head).term() > term) {
                throw new Refused(
                        Cause.TERM_ENDED, "Another server has begun a newer term on this data");
            }
            throw e;
        }
    }

    @Override
    public Opened claim() {
        try {
            Connection connection = writer().connection();
            boolean clean;
            try (PreparedStatement statement =
                            connection.prepareStatement(
                                    "select clean from journal_head where id = 1");
                    ResultSet rows = statement.executeQuery()) {
                clean = rows.next() && rows.getLong(1) == 1;
            }
            IdempotencyRows.run(
                    writer(), "update journal_head set term = term + 1, clean = 0 where id = 1");
            connection.commit();
            JournalHead journalHead = head(connection);
            Instant newest = EventRows.newestTime(connection);
            // The read began a transaction that would hold the write lock until the first commit.
            connection.rollback();
            term = journalHead.term();
            return new Opened(journalHead, newest, clean);
        } catch (SQLException e) {
            throw db.refused(e);
        }
    }

    @Override
    public JournalHead head() {
        try {
            dropWriter();
            Connection connection = writer().connection();
            JournalHead journalHead = head(connection);
            connection.rollback();
            return journalHead;
        } catch (SQLException e) {
            throw db.refused(e);
        }
    }

    static JournalHead head(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement(
                                "select writes, seq, leaves, term, at from journal_head where id = 1");
                ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new Refused(Cause.CORRUPT, "The journal has no head");
            }
            return new JournalHead(
                    rows.getLong(1),
                    rows.getLong(2),
                    rows.getLong(3),
                    rows.getLong(4),
                    Micros.at(rows.getLong(5)));
        }
    }

    @Override
    public void write(CommitGroup commitGroup) {
        PreparedStatements preparedStatements = apply(commitGroup);
        try {
            preparedStatements.connection().commit();
        } catch (SQLException e) {
            if (db.dialect().outcomeUnknown(e)) {
                dropWriter();
                throw new OutcomeUnknown(e);
            }
            rollback();
            throw db.refused(e);
        }
    }

    private PreparedStatements apply(CommitGroup commitGroup) {
        try {
            PreparedStatements preparedStatements = writer();
            advanceHead(preparedStatements, commitGroup);
            EventRows.insert(preparedStatements, commitGroup.events());
            rows(preparedStatements, commitGroup.rows());
            IdempotencyRows.write(preparedStatements, commitGroup.bookkeeping());
            return preparedStatements;
        } catch (SQLException e) {
            rollback();
            throw db.refused(e);
        } catch (RuntimeException e) {
            rollback();
            throw e;
        }
    }

    private static void advanceHead(PreparedStatements preparedStatements, CommitGroup commitGroup)
            throws SQLException {
        PreparedStatement statement = preparedStatements.of(ADVANCE_HEAD);
        JournalHead after = commitGroup.after();
        statement.setLong(1, after.writes());
        statement.setLong(2, after.seq());
        statement.setLong(3, after.leaves());
        statement.setLong(4, Micros.of(after.at()));
        statement.setLong(5, after.term());
        statement.setLong(6, commitGroup.before().writes());
        if (statement.executeUpdate() != 1) {
            throw new Refused(
                    Cause.TERM_ENDED, "Another server has begun a newer term on this data");
        }
    }

    /** Writes only the last change of each record, with one batch per statement. */
    private static void rows(PreparedStatements preparedStatements, List<EncodedRow> rows)
            throws SQLException {
        Map<List<Object>, EncodedRow> last = new LinkedHashMap<>();
        for (EncodedRow row : rows) {
            last.put(List.of(row.table().name(), row.key()), row);
        }
        Map<String, PreparedStatement> used = new LinkedHashMap<>();
        for (EncodedRow row : last.values()) {
            String sql = RowSql.of(row);
            PreparedStatement statement = preparedStatements.of(sql);
            RowSql.bind(row, statement);
            statement.addBatch();
            used.put(sql, statement);
        }
        for (PreparedStatement statement : used.values()) {
            statement.executeBatch();
        }
    }

    private void rollback() {
        try {
            if (writer.isPresent()) {
                // Rows that were bound but not run would be written with the next group.
                writer.get().forgetBatches();
                writer.get().connection().rollback();
            }
        } catch (SQLException e) {
            LOG.debug("The connection is dropped: {}", e.getMessage());
            dropWriter();
        }
    }

    private void dropWriter() {
        writer.ifPresent(SqlJournalStorage::closeQuietly);
        writer = Optional.empty();
    }

    private static void closeQuietly(PreparedStatements preparedStatements) {
        try {
            preparedStatements.close();
        } catch (SQLException e) {
            LOG.debug("A broken connection did not close", e);
        }
    }

    @Override
    public Map<String, CommitGroup.Answer> answers(Collection<String> names) {
        return answerLookup.answers(List.copyOf(names));
    }

    @Override
    public List<Event> events(Set<JournalStream> streams, long seq, int limit) {
        return events(streams, new EventRows.Page(true, seq, limit));
    }

    @Override
    public List<Event> eventsBefore(Set<JournalStream> streams, long seq, int limit) {
        return events(streams, new EventRows.Page(false, seq, limit));
    }

    @Override
    public List<Event> history(HistoryQuery query) {
        return read(connection -> EventRows.read(connection, query));
    }

    private List<Event> events(Set<JournalStream> streams, EventRows.Page page) {
        return read(
                connection -> {
                    List<Event> events = new ArrayList<>();
                    for (JournalStream eventStream : streams) {
                        events.addAll(EventRows.read(connection, eventStream, page));
                    }
                    return events.stream().sorted(page.order()).limit(page.limit()).toList();
                });
    }

    @Override
    public Optional<String> prunedBodyHash(long seq) {
        return read(connection -> EventRows.prunedBodyHash(connection, seq));
    }

    @Override
    public <R extends Record> void rows(Table<R> table, RowSink<R> each) {
        read(
                connection -> {
                    db.dialect().beginStreaming(connection);
                    rows(connection, table, each);
                    return true; // the pool ends the transaction
                });
    }

    static <R extends Record> void rows(Connection connection, Table<R> table, RowSink<R> each)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RowSql.all(table));
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                each.accept(table, RowSql.cells(table, rows));
            }
        }
    }

    @Override
    public <R extends Record> void rows(Table<R> table, KeyRange keyRange, RowSink<R> each) {
        read(
                connection -> {
                    rows(connection, table, keyRange, each);
                    return true;
                });
    }

    private static <R extends Record> void rows(
            Connection connection, Table<R> table, KeyRange keyRange, RowSink<R> each)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(RowSql.range(table, keyRange))) {
            int at = 1;
            if (keyRange.match().isPresent()) {
                statement.setString(at++, keyRange.match().get().value());
            }
            if (keyRange.key().isPresent()) {
                statement.setString(at++, keyRange.key().get());
            }
            statement.setInt(at, keyRange.limit());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    each.accept(table, RowSql.cells(table, rows));
                }
            }
        }
    }

    @Override
    public List<String> answersBefore(Instant at, int limit) {
        return read(connection -> IdempotencyRows.answersBefore(connection, at, limit));
    }

    @Override
    public Map<String, CommitGroup.Cursor> cursors() {
        return read(IdempotencyRows::cursors);
    }

    @Override
    public long check() {
        List<String> wrong = read(db.dialect()::checkStructure);
        if (!wrong.isEmpty()) {
            throw new Refused(Cause.CORRUPT, "The database is damaged: " + wrong.getFirst());
        }
        return FactVerifier.check(db);
    }

    /** The same as {@link #check}, but a refusal is thrown as a problem. */
    public long checkOrProblem() {
        try {
            return check();
        } catch (Refused e) {
            throw e.problem();
        }
    }

    @Override
    public void recordCleanShutdown(JournalHead last) {
        try {
            PreparedStatements preparedStatements = writer();
            IdempotencyRows.run(
                    preparedStatements,
                    "update journal_head set clean = 1 where id = 1 and term = ?",
                    last.term());
            preparedStatements.connection().commit();
        } catch (SQLException e) {
            LOG.warn(
                    "The clean shutdown could not be recorded; the next start will check the data: {}",
                    e.getMessage());
        }
    }

    @Override
    public void close() {
        dropWriter();
        answerLookup.close();
        db.close();
    }
}
