package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.JournalAccess;
import slipway.journal.JournalContract;
import slipway.journal.JournalHealth;
import slipway.journal.JournalStream;
import slipway.journal.LoopExecutor;
import slipway.journal.table.Ledger;
import slipway.journal.table.RowChange;

/** What a disk may do to SQLite's files, and what the journal makes of it: a prefix of what was said, or a refusal. */
class SqliteDamageTest {

    private static final int COMMITS = 30;
    private static final int WAL_HEADER = 32;
    private static final int FRAME = 24 + 4096;
    private static final String MARKER = "the very text that is damaged";

    @TempDir Path directory;

    @Test
    void a_log_cut_or_flipped_anywhere_opens_at_a_prefix_of_what_was_acknowledged()
            throws IOException {
        open(data("live")).close();
        byte[] db;
        byte[] wal;
        try (Journal journal = open(data("live"))) {
            IntStream.rangeClosed(1, COMMITS).forEach(i -> journal.write(commit(i)));
            db = Files.readAllBytes(data("live").resolve("slipway.db"));
            wal = Files.readAllBytes(data("live").resolve("slipway.db-wal"));
        }
        assertThat(opened("uncut", db, wal)).isEqualTo(COMMITS);
        var random = new Random(1);
        int last = 0;
        int frames = (wal.length - WAL_HEADER) / FRAME;
        for (int frame = 0; frame <= frames; frame += 1 + random.nextInt(4)) {
            int there = opened("cut" + frame, db, Arrays.copyOf(wal, WAL_HEADER + frame * FRAME));
            assertThat(there).isGreaterThanOrEqualTo(last);
            last = there;
        }
        for (int i = 0; i < 25; i++) {
            opened("torn" + i, db, Arrays.copyOf(wal, random.nextInt(wal.length)));
            opened("flip" + i, db, flipped(wal, random.nextInt(wal.length), random));
        }
    }

    @Test
    void a_flipped_byte_of_a_fact_is_found_and_nothing_more_is_written() throws IOException {
        try (Journal journal = open(data("a"))) {
            journal.write(
                    Commit.of(
                            EventDraft.of(new Fact.NoteWritten(MARKER), JournalContract.ANA, "n")));
        }
        Path file = data("a").resolve("slipway.db");
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(MARKER);
        bytes[at + 4] ^= 1;
        Files.write(file, bytes);
        try (Journal journal = open(data("a"))) {
            assertThatThrownBy(() -> journal.events(EnumSet.allOf(JournalStream.class), 0, 10))
                    .isInstanceOfSatisfying(Problem.class, SqliteDamageTest::saysHowToRestore);
            assertThat(journal.health()).isInstanceOf(JournalHealth.Stopped.class);
            assertThatThrownBy(() -> journal.write(commit(1)))
                    .isInstanceOfSatisfying(Problem.class, SqliteDamageTest::saysHowToRestore);
        }
        try (Journal journal = open(data("a"))) {
            assertThat(journal.seq()).isEqualTo(1);
            assertThat(journal.wasCleanShutdown()).isFalse();
            assertThatThrownBy(journal::check)
                    .isInstanceOfSatisfying(Problem.class, SqliteDamageTest::saysHowToRestore);
        }
    }

    @Test
    void a_byte_flipped_anywhere_is_found_or_changes_no_fact() throws IOException {
        try (Journal journal = open(data("a"))) {
            IntStream.rangeClosed(1, COMMITS).forEach(i -> journal.write(commit(i)));
        }
        byte[] db = Files.readAllBytes(data("a").resolve("slipway.db"));
        var random = new Random(2);
        int found = 0;
        for (int i = 0; i < 80; i++) {
            byte[] damaged = flipped(db, random.nextInt(db.length), random);
            Path copy = Files.createDirectory(data("flip" + i));
            Files.write(copy.resolve("slipway.db"), damaged);
            try (Journal journal = open(copy)) {
                journal.check();
                assertThat(notes(journal)).isEqualTo(expected(COMMITS));
            } catch (Problem problem) {
                found++;
            }
        }
        assertThat(found).isPositive();
    }

    @Test
    void a_file_that_is_no_database_is_refused_with_advice() throws IOException {
        Files.createDirectories(data("garbage"));
        Files.write(
                data("garbage").resolve("slipway.db"),
                "not a database at all".repeat(500).getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> open(data("garbage")))
                .isInstanceOfSatisfying(Problem.class, SqliteDamageTest::saysHowToRestore);
    }

    @Test
    void a_truncated_database_is_refused_with_advice() throws IOException {
        try (Journal journal = open(data("a"))) {
            IntStream.rangeClosed(1, COMMITS).forEach(i -> journal.write(commit(i)));
        }
        byte[] db = Files.readAllBytes(data("a").resolve("slipway.db"));
        for (int part = 1; part < 8; part++) {
            Path copy = Files.createDirectory(data("part" + part));
            Files.write(copy.resolve("slipway.db"), Arrays.copyOf(db, db.length * part / 8));
            assertThatThrownBy(() -> openAndCheck(copy))
                    .isInstanceOfSatisfying(Problem.class, SqliteDamageTest::saysHowToRestore);
        }
    }

    private static void openAndCheck(Path copy) {
        try (Journal journal = open(copy)) {
            journal.check();
        }
    }

    private Path data(String name) {
        return directory.resolve(name);
    }

    private static Journal open(Path directory) {
        var medium =
                new SqlJournalStorage(
                        Database.open(
                                new DatabaseAddress.Sqlite(directory),
                                List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA)));
        var times = new Journal.Times(() -> Instant.parse("2026-09-17T14:20:00Z"), () -> 0L);
        return Journal.open(medium, LoopExecutor.threads(), times);
    }

    private static Commit commit(int i) {
        var row = new Ledger.Account("last", i, Instant.EPOCH);
        return Commit.of(
                        List.of(
                                EventDraft.of(
                                        new Fact.NoteWritten("n" + i), JournalContract.ANA, "n")),
                        List.of(new RowChange.Put<>(Ledger.ACCOUNTS, row)))
                .under(new IdempotencyKey("k" + i, "f"))
                .answering("a" + i);
    }

    private static List<String> expected(int commits) {
        return IntStream.rangeClosed(1, commits).mapToObj(i -> "n" + i).toList();
    }

    private static List<String> notes(Journal journal) {
        return journal.events(EnumSet.allOf(JournalStream.class), 0, 1_000).stream()
                .flatMap(event -> event.fact().stream())
                .map(fact -> ((Fact.NoteWritten) fact).text())
                .toList();
    }

    private static byte[] flipped(byte[] bytes, int at, Random random) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) (1 << random.nextInt(8));
        return damaged;
    }

    private static void saysHowToRestore(Problem problem) {
        assertThat(problem.code().name()).isEqualTo("database-corrupt");
        assertThat(problem.next()).contains("slipway restore");
    }

    /** Opens a copy and checks that head, events, rows and answers agree. Returns how many commits are there. */
    private int opened(String name, byte[] db, byte[] wal) throws IOException {
        Path copy = Files.createDirectory(data(name));
        Files.write(copy.resolve("slipway.db"), db);
        Files.write(copy.resolve("slipway.db-wal"), wal);
        try (Journal journal = open(copy)) {
            int there = (int) journal.seq();
            assertThat(notes(journal)).isEqualTo(expected(there));
            assertThat(journal.check()).isEqualTo(there);
            assertThat(Ledger.open(journal).units("last")).isEqualTo(there == 0 ? 100 : there);
            List<String> keys = IntStream.rangeClosed(1, COMMITS).mapToObj(i -> "k" + i).toList();
            assertThat(JournalAccess.of(journal).answers(keys)).hasSize(there);
            return there;
        }
    }
}
