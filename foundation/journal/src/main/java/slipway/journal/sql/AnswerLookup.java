package slipway.journal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import slipway.journal.CommitGroup;

/**
 * Looks up stored answers of idempotency keys for the writer and the owners. It has a separate connection, so that a
 * commit with a key never waits for readers that hold all others.
 */
final class AnswerLookup implements AutoCloseable {

    private final Database database;
    private Optional<Connection> connection = Optional.empty();

    AnswerLookup(Database database) {
        this.database = database;
    }

    /** After a failover the first look-up meets a dead connection, so it is repeated once on a new one. */
    synchronized Map<String, CommitGroup.Answer> answers(List<String> names) {
        boolean reused = connection.isPresent();
        try {
            return lookUp(names);
        } catch (SQLException first) {
            close();
            if (!reused) {
                throw database.refused(first);
            }
        }
        try {
            return lookUp(names);
        } catch (SQLException e) {
            close();
            throw database.refused(e);
        }
    }

    private Map<String, CommitGroup.Answer> lookUp(List<String> names) throws SQLException {
        if (connection.isEmpty()) {
            connection = Optional.of(database.dialect().readers().getConnection());
        }
        return IdempotencyRows.answers(connection.get(), names);
    }

    @Override
    public synchronized void close() {
        try {
            if (connection.isPresent()) {
                connection.get().close();
            }
        } catch (SQLException e) {
            LoggerFactory.getLogger(AnswerLookup.class).debug("A connection did not close", e);
        }
        connection = Optional.empty();
    }
}
