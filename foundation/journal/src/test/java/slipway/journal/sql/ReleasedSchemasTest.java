package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.JournalStream;
import slipway.journal.LoopExecutor;

/** Journals of every released version open with all their content: each left a journal behind, in both databases. */
@Tag("database")
class ReleasedSchemasTest {

    private static final EnumSet<JournalStream> BOTH = EnumSet.allOf(JournalStream.class);

    @TempDir Path directory;

    @TestFactory
    List<DynamicTest> every_released_journal_opens_with_all_that_was_in_it() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        Path folder = Path.of(ReleasedSchemasTest.class.getResource("/released").toURI());
        try (var files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                tests.add(DynamicTest.dynamicTest(name + " in SQLite", () -> inSqlite(file)));
                tests.add(DynamicTest.dynamicTest(name + " in PostgreSQL", () -> inPostgres(file)));
            }
        }
        assertThat(tests).isNotEmpty();
        return tests;
    }

    private void inSqlite(Path file) throws IOException, SQLException {
        Path data = Files.createDirectory(directory.resolve(file.getFileName()));
        var place = new DatabaseAddress.Sqlite(data);
        Map<String, String> words = Map.of("key", "integer", "bytes", "blob");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + place.file())) {
            fill(connection, Files.readString(file), words, "X'$1'");
        }
        isAllThere(place);
    }

    private static void inPostgres(Path file) throws IOException, SQLException {
        DatabaseAddress.Postgres place = PostgresServer.place();
        Map<String, String> words = Map.of("key", "bigint", "bytes", "bytea");
        try (Connection connection =
                DriverManager.getConnection(place.url(), place.user(), place.password())) {
            fill(connection, Files.readString(file), words, "decode('$1', 'hex')");
        }
        isAllThere(place);
    }

    private static void fill(
            Connection connection, String script, Map<String, String> words, String hex)
            throws SQLException {
        String sql =
                script.replace("${key}", words.get("key"))
                        .replace("${bytes}", words.get("bytes"))
                        .replaceAll("\\$\\{hex:([0-9A-F]+)}", hex)
                        .replaceAll("(?m)^--.*$", "");
        try (Statement statement = connection.createStatement()) {
            for (String part : sql.split(";\\s*\n", -1)) {
                if (!part.isBlank()) {
                    statement.execute(part);
                }
            }
        }
    }

    private static void isAllThere(DatabaseAddress place) {
        var medium = new SqlJournalStorage(Database.open(place, List.of(ModuleSchema.JOURNAL)));
        var times = new Journal.Times(() -> Instant.parse("2026-12-01T00:00:00Z"), () -> 0L);
        try (Journal journal = Journal.open(medium, LoopExecutor.threads(), times)) {
            assertThat(journal.check()).isEqualTo(3);
            assertThat(journal.wasCleanShutdown()).isTrue();
            List<Event> events = journal.events(BOTH, 0, 10);
            assertThat(events.stream().map(Event::kind))
                    .containsExactly("note.created", "note.created", "usage", "history.pruned");
            assertThat(events.getFirst().pruned()).isTrue();
            assertThat(events.get(1).fact()).contains(new Fact.NoteWritten("ünïcode 🚢 'quoted'"));
            assertThat(events.get(1).what().team()).isEqualTo(Optional.of("vision"));
            assertThat(events.get(3).fact()).contains(new Fact.HistoryPruned(2, 1));
            assertThat(Objects.requireNonNull(medium.cursors().get("webhooks")).seq()).isEqualTo(2);
            Commit again =
                    Commit.of(EventDraft.of(new Fact.NoteWritten("no"), JournalContract.ANA, "n"))
                            .under(IdempotencyKey.of("ana", "k2", "new"));
            assertThat(journal.write(again)).isEqualTo(new CommitResult(3, "{\"n\":2}", true));
            EventDraft more = EventDraft.of(new Fact.NoteWritten("more"), JournalContract.ANA, "n");
            assertThat(journal.write(Commit.of(more)).seq()).isEqualTo(5);
            assertThat(journal.check()).isEqualTo(4);
        }
    }
}
