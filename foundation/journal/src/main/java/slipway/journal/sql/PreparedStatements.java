package slipway.journal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** A connection with a cache of its prepared statements: in SQLite, preparing costs more than running. */
final class PreparedStatements implements AutoCloseable {

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    PreparedStatements(Connection connection) {
        this.connection = connection;
    }

    PreparedStatement of(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known != null) {
            return known;
        }
        PreparedStatement fresh = connection.prepareStatement(sql);
        prepared.put(sql, fresh);
        return fresh;
    }

    void forgetBatches() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.clearBatch();
        }
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.close();
        }
        connection.close();
    }
}
