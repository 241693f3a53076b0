package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.JournalHealth;
import slipway.journal.LoopExecutor;
import slipway.journal.table.Ledger;

/** One server for one PostgreSQL schema, whatever happens to its connections. */
@Tag("database")
class PostgresAloneTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private final DatabaseAddress.Postgres place = PostgresServer.place();

    private Journal open() {
        var storage = new SqlJournalStorage(Database.open(place, List.of(ModuleSchema.JOURNAL)));
        return Journal.open(
                storage, LoopExecutor.threads(), new Journal.Times(() -> NOW, () -> 0L));
    }

    private static Commit note(String text) {
        return Commit.of(EventDraft.of(new Fact.NoteWritten(text), JournalContract.ANA, "note"));
    }

    @Test
    void a_second_server_is_refused_before_it_changes_a_table() {
        try (Journal _ = open()) {
            assertThatThrownBy(
                            () ->
                                    Database.open(
                                            place, List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA)))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            p -> assertThat(p.code()).isEqualTo(DatabaseProblems.IN_USE));
        }
        try (Database db = Database.openBeside(place, List.of(ModuleSchema.JOURNAL))) {
            boolean made =
                    db.snapshot(
                            connection ->
                                    db.dialect().hasTable(connection, Ledger.SCHEMA.history()));
            assertThat(made).isFalse();
        }
    }

    @Test
    void a_server_that_lost_its_connection_and_its_term_reports_it() {
        try (Journal first = open()) {
            first.write(note("one"));
            cutAll();
            try (Journal second = open()) {
                second.write(note("two"));
                assertThatThrownBy(() -> writeUntilItEnds(first)).isInstanceOf(Problem.class);
                assertThat(first.health())
                        .isInstanceOfSatisfying(
                                JournalHealth.Stopped.class,
                                stopped ->
                                        assertThat(stopped.problem().code().name())
                                                .isEqualTo("term-ended"));
            }
        }
    }

    /** The first try may only find that the connection is gone. */
    private static void writeUntilItEnds(Journal journal) {
        while (!(journal.health() instanceof JournalHealth.Stopped)) {
            try {
                journal.write(note("late"));
            } catch (Problem lost) {
                if (!lost.code().name().equals("database-unreachable")) {
                    throw lost;
                }
            }
        }
        journal.write(note("after"));
    }

    private static void cutAll() {
        PostgresServer.run(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                        + " where application_name = 'slipway' and pid <> pg_backend_pid()");
    }
}
