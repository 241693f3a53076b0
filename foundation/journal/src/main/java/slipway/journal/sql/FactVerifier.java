package slipway.journal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import slipway.journal.Event;
import slipway.journal.JournalStorage;
import slipway.journal.JournalStream;

/**
 * Reads every fact from the first to the last: each matches its hash, none is missing, and none is extra. Each page is
 * a separate transaction, because a database keeps old versions of rows while one is open.
 */
final class FactVerifier {

    private static final int PAGE_SIZE = 5_000;

    private FactVerifier() {}

    static long check(Database db) {
        if (db.read(FactVerifier::beyondHead) > 0) {
            throw new JournalStorage.Refused(
                    JournalStorage.Cause.CORRUPT, "There are facts that the head does not know");
        }
        long leaves = db.read(SqlJournalStorage::head).leaves();
        long seq = 0;
        long read = 0;
        while (read < leaves) {
            var page = new EventRows.Page(true, seq, PAGE_SIZE);
            List<Event> events =
                    db.read(connection -> EventRows.read(connection, JournalStream.FACTS, page));
            for (Event event : events) {
                if (event.leaf().orElseThrow().index() != read++) {
                    throw new JournalStorage.Refused(
                            JournalStorage.Cause.CORRUPT,
                            "A fact before event " + event.seq() + " is missing");
                }
            }
            if (events.isEmpty()) {
                throw new JournalStorage.Refused(
                        JournalStorage.Cause.CORRUPT,
                        (leaves - read) + " facts are missing at the end");
            }
            seq = events.getLast().seq();
        }
        return read;
    }

    /** One statement, so that a concurrent commit is seen whole or not at all. */
    private static long beyondHead(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement(
                                "select count(*) from journal_fact"
                                        + " where seq > (select seq from journal_head where id = 1)");
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }
}
