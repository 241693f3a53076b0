package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.HistoryQuery;
import slipway.journal.HistoryQuery.Of;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.JournalStorage;
import slipway.journal.LoopExecutor;
import slipway.journal.MemoryStorage;
import slipway.testkit.MovingClock;

/** The facts of one subject or team, which must not become slower with the number of others. */
class HistoryTest {

    @Test
    void a_history_in_memory_is_paged_from_either_end() {
        check(new MemoryStorage(new MemoryStorage.Disk(), MemoryStorage.Weather.CALM));
    }

    @Test
    void a_history_in_sqlite_is_paged_from_either_end(@TempDir Path directory) {
        check(new SqlJournalStorage(sqlite(directory)));
    }

    @Test
    @Tag("database")
    void a_history_in_postgresql_is_paged_from_either_end() {
        check(
                new SqlJournalStorage(
                        Database.open(PostgresServer.place(), List.of(ModuleSchema.JOURNAL))));
    }

    private static Database sqlite(Path directory) {
        return Database.open(new DatabaseAddress.Sqlite(directory), List.of(ModuleSchema.JOURNAL));
    }

    private static void check(JournalStorage storage) {
        var clock = MovingClock.at("2026-09-17T14:20:00Z");
        var times = new Journal.Times(clock, clock::nanos);
        try (Journal journal = Journal.open(storage, LoopExecutor.threads(), times)) {
            for (int i = 1; i <= 9; i++) {
                EventDraft draft =
                        EventDraft.of(
                                new Fact.NoteWritten("n"), JournalContract.ANA, "job-" + i % 2);
                journal.write(Commit.of(i == 5 ? draft : draft.in(i % 3 == 0 ? "vision" : "x")));
            }
            check(journal, HistoryQuery.after(Of.TEAM, "vision", 0, 10), 3, 6, 9);
            check(journal, HistoryQuery.before(Of.TEAM, "vision", 9, 1), 6);
            check(journal, HistoryQuery.after(Of.SUBJECT, "job-1", 3, 2), 5, 7);
            check(journal, HistoryQuery.before(Of.SUBJECT, "job-1", Long.MAX_VALUE, 2), 9, 7);
            check(journal, HistoryQuery.after(Of.SUBJECT, "job-2", 0, 10));
        }
    }

    private static void check(Journal journal, HistoryQuery query, long... expected) {
        assertThat(journal.history(query).stream().mapToLong(Event::seq).toArray())
                .containsExactly(expected);
    }

    @Test
    void a_history_is_read_by_an_index(@TempDir Path directory) {
        try (Database db = sqlite(directory)) {
            for (Of of : Of.values()) {
                checkPlan(db, HistoryQuery.after(of, "x", 5, 10));
                checkPlan(db, HistoryQuery.before(of, "x", 5, 10));
            }
        }
    }

    private static void checkPlan(Database db, HistoryQuery query) {
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
