package slipway.journal.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import slipway.journal.JournalStorage;

/** What differs between the two databases; everything else is the same SQL. */
interface Dialect {

    /** Words that stand for types in migrations: {@code ${key}} for a primary key that numbers, {@code ${bytes}}. */
    Map<String, String> placeholders();

    /** Connections for reading. */
    DataSource readers();

    int connections();

    /** The writer's own connection: durable at every commit, and alone. */
    Connection writer() throws SQLException;

    /** Whether it is the writer's connection that keeps other servers out. */
    boolean locksByConnection();

    JournalStorage.Cause cause(SQLException e);

    /** Whether a failed commit may have happened all the same. */
    boolean outcomeUnknown(SQLException e);

    /** The database's own look at its structure; empty when it finds nothing wrong. */
    List<String> checkStructure(Connection connection) throws SQLException;

    /** Whether calls block the carrier of a virtual thread, so that they need threads of their own. */
    boolean pinsCarriers();

    /** Makes the connection see one moment, whatever is written meanwhile. */
    void beginSnapshot(Connection connection) throws SQLException;

    /** The tables of these rooms, less their histories. */
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

    /** A condition that holds when every value of a fact has the type of its column. */
    String factTypesValid();

    /** What a person would call this database. */
    String describe();

    void close();
}
