package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.LoopExecutor;
import slipway.journal.table.Ledger;

@Tag("database")
class DatabaseStatusTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final List<ModuleSchema> SCHEMAS = List.of(ModuleSchema.JOURNAL);

    @TempDir Path home;

    @Test
    void reading_the_status_of_an_idle_database_changes_no_byte() throws IOException {
        DatabaseAddress.Sqlite place = written("at rest %3F #1");
        Map<String, String> before = files(place.directory());
        DatabaseStatus databaseStatus = DatabaseStatus.at(place, SCHEMAS).orElseThrow();
        assertThat(databaseStatus.product()).startsWith("SQLite 3.");
        assertThat(databaseStatus.newest()).contains(NOW);
        assertThat(databaseStatus.outdated()).isFalse();
        assertThat(databaseStatus.structure())
                .isEqualTo(new DatabaseStatus.Structure.Checked(List.of()));
        assertThat(DatabaseStatus.holder(place.directory())).isEmpty();
        assertThat(files(place.directory())).isEqualTo(before);
    }

    @Test
    void commits_in_the_log_of_a_killed_server_are_read_and_stay_there() throws IOException {
        Path killed = home.resolve("killed");
        Path live = home.resolve("live");
        try (Journal journal = open(new DatabaseAddress.Sqlite(live))) {
            journal.write(note());
            Files.createDirectory(killed);
            for (String name : List.of("slipway.db", "slipway.db-wal", "server.lock")) {
                Files.copy(live.resolve(name), killed.resolve(name));
            }
        }
        byte[] log = Files.readAllBytes(killed.resolve("slipway.db-wal"));
        byte[] db = Files.readAllBytes(killed.resolve("slipway.db"));
        DatabaseStatus databaseStatus =
                DatabaseStatus.at(new DatabaseAddress.Sqlite(killed), SCHEMAS).orElseThrow();
        assertThat(databaseStatus.newest()).contains(NOW);
        assertThat(Files.readAllBytes(killed.resolve("slipway.db-wal"))).isEqualTo(log);
        assertThat(Files.readAllBytes(killed.resolve("slipway.db"))).isEqualTo(db);
    }

    @Test
    void a_running_server_is_named_keeps_its_lock_and_is_not_delayed()
            throws IOException, InterruptedException {
        var place = new DatabaseAddress.Sqlite(home.resolve("data"));
        try (Journal journal = open(place)) {
            assertThat(DatabaseStatus.holder(place.directory()))
                    .contains(Long.toString(ProcessHandle.current().pid()));
            DatabaseStatus databaseStatus = DatabaseStatus.at(place, SCHEMAS).orElseThrow();
            assertThat(databaseStatus.structure())
                    .isEqualTo(new DatabaseStatus.Structure.NotChecked());
            journal.write(note());
            Process second = LockHolder.start(place.directory());
            assertThat(LockHolder.answer(second)).startsWith("data-in-use");
            second.waitFor();
        }
    }

    @Test
    void a_server_in_another_process_is_named_until_it_is_gone()
            throws IOException, InterruptedException {
        Path data = Files.createDirectory(home.resolve("data"));
        Process other = LockHolder.start(data);
        try {
            assertThat(LockHolder.answer(other)).isEqualTo("open");
            assertThat(DatabaseStatus.holder(data)).contains(Long.toString(other.pid()));
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThat(DatabaseStatus.holder(data)).isEmpty();
    }

    @Test
    void before_the_first_start_there_is_no_status_and_no_file_is_created() {
        var place = new DatabaseAddress.Sqlite(home.resolve("none"));
        assertThat(DatabaseStatus.at(place, SCHEMAS)).isEmpty();
        assertThat(DatabaseStatus.holder(place.directory())).isEmpty();
        assertThat(home.resolve("none")).doesNotExist();
    }

    @Test
    void tables_that_the_next_start_will_add_are_no_problem() throws IOException {
        DatabaseAddress.Sqlite place = written("data");
        var more = List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA);
        assertThat(DatabaseStatus.at(place, more).orElseThrow().outdated()).isTrue();
    }

    @Test
    void a_damaged_database_and_another_kind_of_file_are_reported() throws IOException {
        Path data = Files.createDirectory(home.resolve("data"));
        Files.writeString(data.resolve("slipway.db"), "no database at all, ".repeat(100));
        assertThatThrownBy(() -> DatabaseStatus.at(new DatabaseAddress.Sqlite(data), SCHEMAS))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("cannot be opened");
        DatabaseAddress.Sqlite place = written("damaged");
        byte[] bytes = Files.readAllBytes(place.file());
        Arrays.fill(bytes, bytes.length - 4096, bytes.length, (byte) 7);
        Files.write(place.file(), bytes);
        assertThat(DatabaseStatus.at(place, SCHEMAS).orElseThrow().structure())
                .isInstanceOfSatisfying(
                        DatabaseStatus.Structure.Checked.class,
                        seen -> assertThat(seen.wrong()).isNotEmpty());
    }

    @Test
    void the_status_of_postgresql_has_its_version_and_newest_event() {
        DatabaseAddress.Postgres place = PostgresServer.place();
        assertThat(DatabaseStatus.at(place, SCHEMAS).orElseThrow().newest()).isEmpty();
        var storage = new SqlJournalStorage(Database.open(place, SCHEMAS));
        try (Journal journal =
                Journal.open(
                        storage, LoopExecutor.threads(), new Journal.Times(() -> NOW, () -> 0L))) {
            journal.write(note());
            DatabaseStatus databaseStatus = DatabaseStatus.at(place, SCHEMAS).orElseThrow();
            assertThat(databaseStatus.product()).startsWith("PostgreSQL ");
            assertThat(databaseStatus.newest()).contains(NOW);
        }
    }

    private static Commit note() {
        return Commit.of(EventDraft.of(new Fact.NoteWritten("a"), JournalContract.ANA, "note"));
    }

    private DatabaseAddress.Sqlite written(String name) {
        var place = new DatabaseAddress.Sqlite(home.resolve(name));
        try (Journal journal = open(place)) {
            journal.write(note());
        }
        return place;
    }

    private static Journal open(DatabaseAddress.Sqlite place) {
        var storage = new SqlJournalStorage(Database.open(place, SCHEMAS));
        return Journal.open(
                storage, LoopExecutor.threads(), new Journal.Times(() -> NOW, () -> 0L));
    }

    private static Map<String, String> files(Path directory) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                content.put(
                        String.valueOf(file.getFileName()),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }
}
