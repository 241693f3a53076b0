package slipway.journal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import slipway.base.Actor;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.HistoryQuery;
import slipway.journal.JournalStorage;
import slipway.journal.JournalStream;
import slipway.journal.MerkleLeaf;
import slipway.journal.table.Micros;

/** Writes and reads events as rows of the two tables. Every fact that is read is compared with its leaf hash. */
final class EventRows {

    private static final String INSERT_FACT =
            "insert into journal_fact (seq, at, kind, version, actor, via, request, team, subject, body, leaf, hash)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String INSERT_TICK =
            "insert into journal_tick (seq, at, kind, version, actor, via, request, team, subject, body)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String SELECT_FACTS =
            "select seq, at, kind, version, actor, via, request, team, subject, body, leaf, hash, body_hash"
                    + " from journal_fact";
    private static final String SELECT_TICKS =
            "select seq, at, kind, version, actor, via, request, team, subject, body"
                    + " from journal_tick";

    private EventRows() {}

    /**
     * A page of the journal.
     *
     * @param forward from {@code seq} to newer events, otherwise to older ones
     */
    record Page(boolean forward, long seq, int limit) {

        private String sql(JournalStream eventStream) {
            return (eventStream == JournalStream.FACTS ? SELECT_FACTS : SELECT_TICKS)
                    + (forward
                            ? " where seq > ? order by seq limit ?"
                            : " where seq < ? order by seq desc limit ?");
        }

        Comparator<Event> order() {
            Comparator<Event> upwards = Comparator.comparingLong(Event::seq);
            return forward ? upwards : upwards.reversed();
        }
    }

    static void insert(PreparedStatements preparedStatements, List<Event> events)
            throws SQLException {
        insert(preparedStatements.of(INSERT_FACT), events, JournalStream.FACTS);
        insert(preparedStatements.of(INSERT_TICK), events, JournalStream.TICKS);
    }

    private static void insert(
            PreparedStatement statement, List<Event> events, JournalStream eventStream)
            throws SQLException {
        boolean any = false;
        for (Event event : events) {
            if (event.what().stream() == eventStream) {
                bind(statement, event);
                statement.addBatch();
                any = true;
            }
        }
        if (any) {
            statement.executeBatch();
        }
    }

    private static void bind(PreparedStatement statement, Event event) throws SQLException {
        EventDraft what = event.what();
        statement.setLong(1, event.seq());
        statement.setLong(2, Micros.of(event.at()));
        statement.setString(3, what.kind());
        statement.setLong(4, what.version());
        statement.setString(5, what.actor().name());
        statement.setString(6, what.actor().via());
        statement.setString(7, what.actor().request());
        if (what.team().isPresent()) {
            statement.setString(8, what.team().get());
        } else {
            statement.setNull(8, Types.VARCHAR);
        }
        statement.setString(9, what.subject());
        statement.setString(10, what.body());
        if (event.leaf().isPresent()) {
            statement.setLong(11, event.leaf().get().index());
            statement.setBytes(12, event.leaf().get().bytes());
        }
    }

    static List<Event> read(Connection connection, JournalStream eventStream, Page page)
            throws SQLException {
        List<Event> events = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(page.sql(eventStream))) {
            statement.setLong(1, page.seq());
            statement.setInt(2, page.limit());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    events.add(event(rows, eventStream));
                }
            }
        }
        return events;
    }

    static List<Event> read(Connection connection, HistoryQuery query) throws SQLException {
        List<Event> events = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql(query))) {
            statement.setString(1, query.value());
            statement.setLong(2, query.seq());
            statement.setInt(3, query.limit());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    events.add(event(rows, JournalStream.FACTS));
                }
            }
        }
        return events;
    }

    /** Each column has an index together with the number. */
    static String sql(HistoryQuery query) {
        String column =
                switch (query.of()) {
                    case SUBJECT -> "subject";
                    case TEAM -> "team";
                };
        return SELECT_FACTS
                + " where "
                + column
                + (query.newestFirst()
                        ? " = ? and seq < ? order by seq desc limit ?"
                        : " = ? and seq > ? order by seq limit ?");
    }

    /** A value that no event can have is damage too. */
    private static Event event(ResultSet rows, JournalStream eventStream) throws SQLException {
        try {
            return checked(rows, eventStream);
        } catch (IllegalArgumentException | NullPointerException | ArithmeticException e) {
            throw new JournalStorage.Refused(
                    JournalStorage.Cause.CORRUPT, "Event " + rows.getLong(1) + " cannot be read");
        }
    }

    private static Event checked(ResultSet rows, JournalStream eventStream) throws SQLException {
        var actor = new Actor(rows.getString(5), rows.getString(6), rows.getString(7));
        var eventDraft =
                new EventDraft(
                        eventStream,
                        rows.getString(3),
                        rows.getInt(4),
                        actor,
                        Optional.ofNullable(rows.getString(8)),
                        rows.getString(9),
                        Optional.ofNullable(rows.getString(10)).orElse(""));
        Optional<MerkleLeaf> leaf =
                eventStream == JournalStream.FACTS
                        ? Optional.of(MerkleLeaf.of(rows.getLong(11), rows.getBytes(12)))
                        : Optional.empty();
        var event = new Event(rows.getLong(1), Micros.at(rows.getLong(2)), eventDraft, leaf);
        if (eventStream == JournalStream.FACTS
                && !MerkleLeaf.matches(event, prunedBodyHash(rows))) {
            throw new JournalStorage.Refused(
                    JournalStorage.Cause.CORRUPT,
                    "Event " + event.seq() + " does not match its hash");
        }
        return event;
    }

    /** The time of the newest event; the epoch if there is none. */
    static Instant newestTime(Connection connection) throws SQLException {
        long newest = 0;
        for (String table : List.of("journal_fact", "journal_tick")) {
            try (PreparedStatement statement =
                            connection.prepareStatement(
                                    "select at from " + table + " order by seq desc limit 1");
                    ResultSet rows = statement.executeQuery()) {
                newest = rows.next() ? Math.max(newest, rows.getLong(1)) : newest;
            }
        }
        return Micros.at(newest);
    }

    static Optional<String> prunedBodyHash(Connection connection, long seq) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("select body_hash from journal_fact where seq = ?")) {
            statement.setLong(1, seq);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next()
                        ? Optional.ofNullable(rows.getBytes(1)).map(HexFormat.of()::formatHex)
                        : Optional.empty();
            }
        }
    }

    /** The kept hash of a pruned body; empty if the body is present and hashed again. */
    private static byte[] prunedBodyHash(ResultSet rows) throws SQLException {
        return rows.getString(10) == null
                ? Optional.ofNullable(rows.getBytes(13)).orElse(new byte[0])
                : new byte[0];
    }
}
