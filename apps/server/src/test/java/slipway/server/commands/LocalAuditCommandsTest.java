package slipway.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.audit.Audit;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.identity.AccessControl;
import slipway.identity.ServerKey;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;
import slipway.server.TestServer;

/** The audit log on the command line, on the data of a server that wrote 300 notes and sealed them. */
@Tag("network")
class LocalAuditCommandsTest {

    private static final List<ModuleSchema> SCHEMAS =
            List.of(ModuleSchema.JOURNAL, AccessControl.SCHEMA, Audit.SCHEMA);

    @TempDir private Path home;
    private Path data;
    private TestProgram program = new TestProgram(Map.of(), Path.of(""), Path.of(""));

    @BeforeEach
    void write() throws IOException {
        data = home.resolve("data");
        program = new TestProgram(Map.of(), home, home);
        Path vault = Files.createDirectory(home.resolve("vault"));
        try (Journal journal =
                Journal.open(
                        new SqlJournalStorage(
                                Database.open(new DatabaseAddress.Sqlite(data), SCHEMAS)),
                        LoopExecutor.threads(),
                        new Journal.Times(InstantSource.system(), System::nanoTime))) {
            ServerKey key = ServerKey.open(journal, data, new SecureRandom());
            Audit audit = Audit.open(journal, key.sealKeys(), Optional.of(vault), Runnable::run);
            List<EventDraft> drafts = new ArrayList<>();
            for (int i = 1; i <= 300; i++) {
                var actor = new Actor("ana", "cli", "r" + i);
                drafts.add(EventDraft.of(new Fact.NoteWritten("note " + i), actor, "n"));
            }
            journal.write(Commit.of(drafts, List.of()));
            audit.seal();
        }
        run("audit", "seal-key", "--data", data.toString());
        Files.writeString(home.resolve("seal.key"), program.out());
    }

    @Test
    void an_unchanged_log_is_verified_against_its_mirrored_seals() {
        assertThat(verify("--seals", "vault", "--key", "seal.key")).isZero();
        assertThat(program.out())
                .startsWith("300 entries, none changed, dropped or reordered.\n")
                .contains("1 seal in the database; the newest, 1 of ", ", covers 300\n")
                .contains("elsewhere  1 seal in ", "the given key")
                .doesNotContain("rebuilt");
        assertThat(verify()).isZero();
        assertThat(program.out())
                .contains("the key in the data directory", "--seals DIR --key FILE");
        assertThat(verify("--json")).isZero();
        assertThat(program.out()).contains("\"good\" : true", "\"entries\" : 300");
    }

    @Test
    void a_changed_entry_is_named_and_the_exit_code_says_so() throws SQLException {
        sql("update journal_fact set actor = 'bob' where seq = 77");
        assertThat(verify("--seals", "vault", "--key", "seal.key")).isEqualTo(6);
        assertThat(program.out()).contains("wrong      Entry 77 does not match its hash");
        assertThat(program.err())
                .startsWith("The log is not what it was: entry 77 is the first that is wrong.\n")
                .contains("slipway restore");
    }

    @Test
    void a_proof_of_a_running_server_is_checked_without_it() throws IOException {
        try (TestServer server = TestServer.open(data)) {
            var remote =
                    new TestProgram(
                            Map.of(
                                    "SLIPWAY_URL",
                                    server.url().toString(),
                                    "SLIPWAY_TOKEN",
                                    server.localToken()),
                            home,
                            home);
            assertThat(remote.run("audit", "prove", "77", "--to", "a.proof"))
                    .as(remote.err())
                    .isZero();
            assertThat(remote.out()).startsWith("Entry 77 is proved by 9 hashes and seal 1");
        }
        assertThat(run("audit", "check-proof", "a.proof", "--key", "seal.key")).isZero();
        assertThat(program.out())
                .startsWith("The proof is valid: entry 77 is in the log.\n")
                .contains("who     ana, cli", "note 77", "over 300 entries");
        Path proof = home.resolve("a.proof");
        Files.writeString(proof, Files.readString(proof).replace("note 77", "note 78"));
        assertThat(run("audit", "check-proof", "a.proof", "--key", "seal.key")).isEqualTo(2);
        assertThat(program.err()).startsWith("The proof does not hold.\n");
    }

    @Test
    void missing_files_are_reported() {
        assertThat(run("audit", "check-proof", "b.proof", "--key", "seal.key")).isEqualTo(3);
        assertThat(run("audit", "check-proof", "b.proof")).isEqualTo(2);
        assertThat(verify("--seals", "nowhere")).isEqualTo(3);
        assertThat(verify("--key", "nowhere")).isEqualTo(3);
        assertThat(run("audit", "seal-key", "--data", home.resolve("other").toString()))
                .isEqualTo(3);
        assertThat(run("audit", "verfy")).isEqualTo(2);
        assertThat(program.err()).contains("Did you mean verify?");
    }

    private void sql(String statement) throws SQLException {
        try (var connection =
                        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("slipway.db"));
                var change = connection.createStatement()) {
            change.executeUpdate(statement);
        }
    }

    private int verify(String... more) {
        List<String> words = new ArrayList<>(List.of("audit", "verify", "--data", data.toString()));
        words.addAll(Arrays.asList(more));
        return run(words.toArray(String[]::new));
    }

    private int run(String... words) {
        return program.run(words);
    }
}
