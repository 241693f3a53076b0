package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.HistoryQuery;

/** A history must not become slower with the number of other events. */
class HistoryIndexTest {

    @TempDir Path directory;

    @Test
    void a_history_is_read_by_an_index() {
        try (Database db =
                Database.open(
                        new DatabaseAddress.Sqlite(directory), List.of(ModuleSchema.JOURNAL))) {
            for (HistoryQuery.Of of : HistoryQuery.Of.values()) {
                check(db, HistoryQuery.after(of, "x", 5, 10));
                check(db, HistoryQuery.before(of, "x", 5, 10));
            }
        }
    }

    private static void check(Database db, HistoryQuery query) {
        String sql = EventRows.sql(query);
        assertThat(plan(db, sql))
                .as(sql)
                .anyMatch(step -> step.contains("USING INDEX journal_fact_"))
                .noneMatch(step -> step.contains("TEMP B-TREE"));
    }

    private static List<String> plan(Database db, String sql) {
        return db.read(
                connection -> {
                    List<String> steps = new ArrayList<>();
                    try (PreparedStatement statement =
                            connection.prepareStatement("explain query plan " + sql)) {
                        statement.setString(1, "x");
                        statement.setLong(2, 5);
                        statement.setInt(3, 10);
                        try (ResultSet rows = statement.executeQuery()) {
                            while (rows.next()) {
                                steps.add(rows.getString("detail"));
                            }
                        }
                    }
                    return steps;
                });
    }
}
