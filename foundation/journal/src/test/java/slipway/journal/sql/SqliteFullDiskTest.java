package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.JournalHealth;
import slipway.journal.JournalStream;
import slipway.journal.LoopExecutor;
import slipway.journal.ModuleRequest;
import slipway.journal.table.Ledger;

/** A disk without room, as SQLite meets it: the database may have no more pages than it has. */
@SuppressWarnings("NullAway.Init") // opened before each test
class SqliteFullDiskTest {

    private static final String LONG = "x".repeat(100_000);

    @TempDir Path directory;
    private SqlJournalStorage medium;
    private Journal journal;

    @BeforeEach
    void open() {
        var times = new Journal.Times(() -> Instant.parse("2026-09-17T14:20:00Z"), () -> 0L);
        medium =
                new SqlJournalStorage(
                        Database.open(
                                new DatabaseAddress.Sqlite(directory),
                                List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA)));
        journal = Journal.open(medium, LoopExecutor.threads(), times);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private void pages(String limit) throws SQLException {
        try (Statement statement = medium.writer().connection().createStatement()) {
            statement.execute("pragma max_page_count = " + limit);
        }
        medium.writer().connection().rollback();
    }

    private static Commit note(String text) {
        return Commit.of(EventDraft.of(new Fact.NoteWritten(text), JournalContract.ANA, "n"));
    }

    @Test
    void a_full_disk_refuses_whole_commits_and_writing_resumes_when_there_is_space()
            throws SQLException {
        journal.write(note("before"));
        pages("1");
        assertThatThrownBy(() -> journal.write(note(LONG)))
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.code().name()).isEqualTo("disk-full"));
        assertThat(journal.health())
                .isInstanceOfSatisfying(
                        JournalHealth.Failing.class,
                        failing ->
                                assertThat(failing.problem().next())
                                        .contains("resumes automatically"));
        assertThat(journal.seq()).isEqualTo(1);
        assertThat(medium.events(EnumSet.allOf(JournalStream.class), 0, 10)).hasSize(1);
        pages("1000000");
        journal.write(note(LONG));
        assertThat(journal.health()).isInstanceOf(JournalHealth.Writing.class);
        assertThat(journal.check()).isEqualTo(2);
    }

    @Test
    void an_owner_discards_its_pending_snapshot_when_the_disk_was_full() throws SQLException {
        var moduleOwner = journal.owner("ledger", Ledger.open(journal), Ledger::decide);
        Journal.await(
                moduleOwner.ask(
                        ModuleRequest.of(new Ledger.Pay("ana", "ben", 60), JournalContract.ANA)));
        pages("1");
        // A name this long needs pages that are not there.
        var huge = new Ledger.Pay("ana", LONG, 40);
        assertThatThrownBy(
                        () ->
                                Journal.await(
                                        moduleOwner.ask(
                                                ModuleRequest.of(huge, JournalContract.ANA))))
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.code().name()).isEqualTo("disk-full"));
        assertThat(moduleOwner.snapshot().units("ana")).isEqualTo(40);
        pages("1000000");
        Journal.await(
                moduleOwner.ask(
                        ModuleRequest.of(new Ledger.Pay("ana", "ben", 40), JournalContract.ANA)));
        assertThat(moduleOwner.snapshot().units("ben")).isEqualTo(200);
        assertThat(Ledger.open(journal)).isEqualTo(moduleOwner.snapshot());
    }
}
