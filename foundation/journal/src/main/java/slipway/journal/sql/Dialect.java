package slipway.journal.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import slipway.journal.JournalStorage;

/** The differences between the two databases; all other SQL is the same. */
interface Dialect {

    /** The placeholders for column types in migrations: {@code ${key}} for a numbered primary key, {@code ${bytes}}. */
    Map<String, String> placeholders();

    /** Connections for reading. */
    DataSource readers();

    /** The connections that create and migrate tables at the start. */
    DataSource migrator();

    /** The statement that makes a connection of {@link #readers} read-only. */
    String readOnly();

    int connections();

    /** The connection of the writer: durable at every commit, and exclusive. */
    Connection writer() throws SQLException;

    /** Whether the writer's connection holds the lock against other servers. */
    boolean locksByConnection();

    JournalStorage.Cause cause(SQLException e);

    /** Whether a failed commit may have been written nevertheless. */
    boolean outcomeUnknown(SQLException e);

    /** Runs the database's own structure check; empty if it finds no damage. */
    List<String> checkStructure(Connection connection) throws SQLException;

    /** Whether calls block the carrier of a virtual thread, so that they need platform threads. */
    boolean pinsCarriers();

    /** Begins a read transaction with one consistent snapshot. */
    void beginSnapshot(Connection connection) throws SQLException;

    /** Prepares a pooled connection for reading many rows, so that they arrive in pages. */
    default void beginStreaming(Connection connection) throws SQLException {}

    /** The tables of these modules without the migration histories. */
    default List<String> tables(Connection connection, List<ModuleSchema> schemas)
            throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows =
                connection
                        .getMetaData()
                        .getTables(null, connection.getSchema(), "%", new String[] {"TABLE"})) {
            while (rows.next()) {
                String name = rows.getString("TABLE_NAME");
                boolean ours = schemas.stream().anyMatch(moduleSchema -> moduleSchema.owns(name));
                if (ours
                        && schemas.stream()
                                .noneMatch(moduleSchema -> name.equals(moduleSchema.history()))) {
                    found.add(name);
                }
            }
        }
        return found.stream().sorted().toList();
    }

    boolean hasTable(Connection connection, String name) throws SQLException;

    /** An SQL condition that is true if every value of a fact has the type of its column. */
    String factTypesValid();

    /** The database in words, for messages. */
    String describe();

    void close();
}
