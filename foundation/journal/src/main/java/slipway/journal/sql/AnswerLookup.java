package slipway.journal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import slipway.journal.CommitGroup;

/**
 * Where the writer and the owners look up what was answered before: a connection of its own, so that however many
 * readers hold the others, a keyed commit does not wait for them.
 */
final class AnswerLookup implements AutoCloseable {

    private final Database database;
    private Optional<Connection> connection = Optional.empty();

    AnswerLookup(Database database) {
        this.database = database;
    }

    synchronized Map<String, CommitGroup.Answer> answers(List<String> names) {
        try {
            if (connection.isEmpty()) {
                connection = Optional.of(database.dialect().readers().getConnection());
            }
            return IdempotencyRows.answers(connection.get(), names);
        } catch (SQLException e) {
            close();
            throw database.refused(e);
        }
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
