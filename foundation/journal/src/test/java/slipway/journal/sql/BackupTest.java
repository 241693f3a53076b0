package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.JournalStream;
import slipway.journal.LoopExecutor;
import slipway.journal.ModuleRequest;
import slipway.journal.RetentionPolicy;
import slipway.journal.table.Ledger;

@Tag("database")
class BackupTest {

    private static final List<ModuleSchema> SCHEMAS = List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA);
    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final Backup BACKUP = new Backup(_ -> {});

    @TempDir Path directory;

    private static Journal open(DatabaseAddress place) {
        return Journal.open(
                new SqlJournalStorage(Database.open(place, SCHEMAS)),
                LoopExecutor.threads(),
                new Journal.Times(() -> NOW, () -> 0L));
    }

    private DatabaseAddress.Sqlite sqlite(String name) {
        return new DatabaseAddress.Sqlite(directory.resolve(name));
    }

    private static void fill(Journal journal) {
        var moduleOwner = journal.owner("ledger", Ledger.open(journal), Ledger::decide);
        IntStream.range(0, 30)
                .mapToObj(
                        i ->
                                moduleOwner.ask(
                                        ModuleRequest.of(
                                                        new Ledger.Pay("ana", "b" + i, 2),
                                                        JournalContract.ANA)
                                                .under(IdempotencyKey.of("ana", "k" + i, "x"))))
                .toList()
                .forEach(Journal::await);
        journal.write(
                Commit.of(
                        new EventDraft(
                                JournalStream.TICKS,
                                "tick",
                                1,
                                JournalContract.ANA,
                                Optional.empty(),
                                "gpu",
                                "{\"load\":0.5}")));
        journal.sweep(
                new RetentionPolicy(Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1)));
    }

    private Path backup(DatabaseAddress place) {
        Path file = directory.resolve("one.backup");
        try (Database database = Database.openBeside(place, SCHEMAS)) {
            BACKUP.take(database, SCHEMAS, file, NOW, "0.1");
        }
        return file;
    }

    private static void restore(Path file, DatabaseAddress place) {
        restore(file, place, SCHEMAS);
    }

    private static void restore(Path file, DatabaseAddress place, List<ModuleSchema> known) {
        try (VerifiedBackup backup = BACKUP.read(file)) {
            backup.restore(place, known, NOW);
        }
    }

    private static void sameIn(DatabaseAddress from, DatabaseAddress to) {
        try (Journal before = open(from);
                Journal after = open(to)) {
            assertThat(Ledger.open(after)).isEqualTo(Ledger.open(before));
            List<Event> old = before.events(EnumSet.allOf(JournalStream.class), 0, 1_000);
            List<Event> restored = after.events(EnumSet.allOf(JournalStream.class), 0, 1_000);
            assertThat(restored).startsWith(old.toArray(Event[]::new)).hasSize(old.size() + 1);
            assertThat(restored.getLast().fact().orElseThrow())
                    .isInstanceOf(Fact.BackupRestored.class);
            assertThat(after.check()).isEqualTo(before.check() + 1);
            assertThat(
                            after.write(
                                            Commit.of(List.of(), List.of())
                                                    .under(IdempotencyKey.of("ana", "k3", "x")))
                                    .repeated())
                    .isTrue();
        }
    }

    @Test
    void a_backup_taken_beside_a_running_server_restores_everything() {
        try (Journal journal = open(sqlite("a"))) {
            fill(journal);
            backup(sqlite("a"));
        }
        restore(directory.resolve("one.backup"), sqlite("b"));
        sameIn(sqlite("a"), sqlite("b"));
    }

    @Test
    void a_backup_moves_a_team_from_sqlite_to_postgresql_and_back() {
        try (Journal journal = open(sqlite("a"))) {
            fill(journal);
        }
        DatabaseAddress.Postgres postgres = PostgresServer.place();
        restore(backup(sqlite("a")), postgres);
        sameIn(sqlite("a"), postgres);
        Path second = directory.resolve("two.backup");
        try (Database database = Database.openBeside(postgres, SCHEMAS)) {
            BACKUP.take(database, SCHEMAS, second, NOW, "0.1");
        }
        restore(second, sqlite("c"));
        sameIn(postgres, sqlite("c"));
    }

    @Test
    void a_backup_under_load_is_one_consistent_snapshot() throws InterruptedException {
        try (Journal journal = open(sqlite("a"))) {
            var moduleOwner = journal.owner("ledger", Ledger.open(journal), Ledger::decide);
            var stop = new CompletableFuture<Boolean>();
            Thread load =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        for (int i = 0; !stop.isDone(); i++) {
                                            Journal.await(
                                                    moduleOwner.ask(
                                                            ModuleRequest.of(
                                                                    new Ledger.Pay(
                                                                            "p" + i % 7,
                                                                            "p" + (i + 1) % 7,
                                                                            1),
                                                                    JournalContract.ANA)));
                                        }
                                    });
            assertThat(journal.awaitAfter(50, Duration.ofMinutes(1))).isTrue();
            backup(sqlite("a"));
            stop.complete(true);
            joined(load);
        }
        restore(directory.resolve("one.backup"), sqlite("b"));
        try (Journal journal = open(sqlite("b"))) {
            Ledger ledger = Ledger.open(journal);
            long sum = ledger.accounts().keySet().stream().mapToLong(ledger::units).sum();
            assertThat(sum).isEqualTo(ledger.accounts().size() * Ledger.START);
        }
    }

    private static void joined(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_backup_that_was_changed_or_cut_is_refused_and_changes_nothing() throws IOException {
        try (Journal journal = open(sqlite("a"))) {
            fill(journal);
        }
        Path file = backup(sqlite("a"));
        Path cut = directory.resolve("cut.backup");
        byte[] whole = Files.readAllBytes(file);
        Files.write(cut, java.util.Arrays.copyOf(whole, whole.length / 2));
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(200);
            int old = bytes.read();
            bytes.seek(200);
            bytes.write(old ^ 0x55);
        }
        for (Path bad : List.of(file, cut)) {
            assertThatThrownBy(() -> BACKUP.read(bad))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            p -> assertThat(p.code()).isEqualTo(DatabaseProblems.BAD_BACKUP));
            assertThatThrownBy(() -> restore(bad, sqlite("b"))).isInstanceOf(Problem.class);
            assertThat(sqlite("b").directory()).doesNotExist();
        }
    }

    @Test
    void a_backup_of_a_newer_version_is_refused_before_anything_is_made() {
        try (Journal journal = open(sqlite("a"))) {
            fill(journal);
        }
        Path file = backup(sqlite("a"));
        assertThatThrownBy(() -> restore(file, sqlite("b"), List.of(ModuleSchema.JOURNAL)))
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.code()).isEqualTo(DatabaseProblems.NEWER));
        assertThat(sqlite("b").directory()).doesNotExist();
    }

    @Test
    void a_backup_never_overwrites_a_file() throws IOException {
        try (Journal journal = open(sqlite("a"))) {
            fill(journal);
        }
        Path file = Files.writeString(directory.resolve("one.backup"), "another file");
        assertThatThrownBy(() -> backup(sqlite("a")))
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code()).isEqualTo(DatabaseProblems.BACKUP_FAILED));
        assertThat(file).hasContent("another file");
    }

    @Test
    void a_restore_never_overwrites_data() {
        try (Journal journal = open(sqlite("a"))) {
            fill(journal);
        }
        Path file = backup(sqlite("a"));
        assertThatThrownBy(() -> restore(file, sqlite("a")))
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code()).isEqualTo(DatabaseProblems.NOT_EMPTY));
    }

    @Test
    void a_directory_without_a_database_holds_no_data() throws IOException {
        Files.createDirectory(directory.resolve("empty"));
        Files.createFile(sqlite("empty").file());
        assertThatThrownBy(() -> Database.openBeside(sqlite("empty"), SCHEMAS))
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code()).isEqualTo(DatabaseProblems.NO_DATA));
    }

    @Test
    void a_directory_that_no_server_used_has_nothing_to_back_up() {
        assertThatThrownBy(() -> Database.openBeside(sqlite("nowhere"), SCHEMAS))
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code()).isEqualTo(DatabaseProblems.NO_DATA));
    }
}
