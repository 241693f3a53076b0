package slipway.audit;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import slipway.journal.StoredFact;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ReadSnapshot;

/** An attacker with the database file and SQL. */
final class LogForger {

    private final Path directory;

    LogForger(Path directory) {
        this.directory = directory;
    }

    void sql(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("slipway.db"));
    }

    /** Exchanges two entries, with or without their hashes. */
    void exchange(long a, long b, boolean withHashes) {
        String columns = "at, kind, actor, subject, body" + (withHashes ? ", leaf, hash" : "");
        sql(
                "create table forged as select seq, " + columns + " from journal_fact",
                update(a, b, columns),
                update(b, a, columns),
                "drop table forged");
    }

    private static String update(long to, long from, String columns) {
        return "update journal_fact set (%s) = (select %s from forged where seq = %d) where seq = %d"
                .formatted(columns, columns, from, to);
    }

    /** Renumbers all leaves and hashes every entry again, so that the log is consistent in itself. */
    void hashAnew() {
        List<StoredFact> facts = new ArrayList<>();
        try (Database db =
                Database.openBeside(new DatabaseAddress.Sqlite(directory), AuditFixture.SCHEMAS)) {
            ReadSnapshot.of(
                    db,
                    readSnapshot -> {
                        readSnapshot.facts(facts::add);
                        return true;
                    });
        }
        try (Connection connection = connect();
                PreparedStatement statement =
                        connection.prepareStatement(
                                "update journal_fact set leaf = ?, hash = ? where seq = ?")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < facts.size(); i++) {
                statement.setLong(1, i);
                statement.setBytes(2, facts.get(i).computedHash());
                statement.setLong(3, facts.get(i).seq());
                statement.addBatch();
            }
            statement.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        sql("update journal_head set leaves = (select count(*) from journal_fact)");
    }

    /** Lets a server rebuild the rows of blocks and seals from the forged log. */
    void forgetSeals() {
        sql(
                "delete from audit_block",
                "delete from audit_seal",
                "delete from journal_cursor where reader = 'audit'");
    }
}
