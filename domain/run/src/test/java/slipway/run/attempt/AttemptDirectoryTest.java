package slipway.run.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

@Tag("process")
class AttemptDirectoryTest {

    private static final AttemptId ID = new AttemptId(new WorkloadId("bert"), 2);

    @TempDir Path root;

    private static Attempt attempt(
            Attempt.Script script, Map<String, String> env, Attempt.Inputs inputs) {
        return new Attempt(
                ID,
                7,
                "{\"name\":\"bert\"}",
                script,
                env,
                new Placement(List.of(new NodeAllocation("n1", 3, 1_000))),
                inputs);
    }

    private AttemptDirectory written(String run) {
        return AttemptDirectory.write(
                root, attempt(Attempt.Script.of(run), Map.of(), Attempt.Inputs.NONE));
    }

    private static int launched(AttemptDirectory directory)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("setsid", "sh", directory.path().resolve("launch.sh").toString())
                        .inheritIO()
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static String log(AttemptDirectory directory) {
        return new String(directory.log(0).read(0, 100_000).bytes(), UTF_8);
    }

    @Test
    void a_written_directory_is_complete_and_in_its_place() throws IOException {
        AttemptDirectory directory = written("python3 train.py");
        assertThat(directory.path()).isEqualTo(root.resolve("bert/2"));
        assertThat(Files.readString(directory.path().resolve("spec.json")))
                .isEqualTo("{\"name\":\"bert\"}");
        assertThat(Files.readString(directory.path().resolve("fence"))).isEqualTo("7\n");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(directory.path().resolve("env"))))
                .isEqualTo("rw-------");
        assertThat(directory.exits()).isEmpty();
        assertThat(directory.claimed()).isEmpty();
        assertThat(directory.progress()).isEmpty();
    }

    @Test
    void a_job_sees_its_variables_secrets_and_data() throws Exception {
        Path corpus = Files.createDirectory(root.resolve("corpus"));
        Files.writeString(corpus.resolve("a"), "alpha");
        var inputs =
                new Attempt.Inputs(
                        Optional.of("/save/4"),
                        Optional.empty(),
                        Map.of("corpus", corpus),
                        Map.of("key", "s3cret"));
        var env = Map.of("QUOTED", "it's `whoami` $(date) \"x\" \\ $HOME\nsecond line");
        var script =
                Attempt.Script.of(
                        """
                        printf '%s|' "$QUOTED" "$SLIPWAY_RESUME_FROM"
                        printf '%s|' "$(cat $SLIPWAY_SECRETS/key)" "$(cat $SLIPWAY_DATA/corpus/a)"
                        """);
        AttemptDirectory directory = AttemptDirectory.write(root, attempt(script, env, inputs));
        assertThat(launched(directory)).isZero();
        assertThat(log(directory))
                .isEqualTo(
                        "it's `whoami` $(date) \"x\" \\ $HOME\nsecond line|/save/4|s3cret|alpha|");
        Files.createDirectories(directory.path().resolve("tmp/cache"));
        Files.writeString(directory.path().resolve("tmp/cache/x"), "x");
        directory.removeTemporaryFiles();
        assertThat(directory.path().resolve("secrets")).doesNotExist();
        assertThat(directory.path().resolve("tmp")).isEmptyDirectory();
    }

    @Test
    void launch_sh_runs_once_and_touches_nothing_the_second_time() throws Exception {
        AttemptDirectory directory = written("echo once");
        assertThat(launched(directory)).isZero();
        assertThat(launched(directory)).isEqualTo(75);
        assertThat(log(directory)).isEqualTo("once\n");
        assertThat(directory.exits().get(0)).extracting(AttemptDirectory.Exit::code).isEqualTo(0);
        assertThat(directory.process(0).orElseThrow()).matches("[0-9a-f-]{36} [0-9]+ [0-9]+");
    }

    @Test
    void a_claimed_directory_is_not_written_again() throws Exception {
        AttemptDirectory directory = written("echo first");
        launched(directory);
        written("echo second");
        assertThat(Files.readString(directory.path().resolve("run"))).isEqualTo("echo first\n");
    }

    @Test
    void an_unclaimed_directory_is_rewritten() throws IOException {
        AttemptDirectory directory = written("echo first");
        Files.writeString(
                directory.path().resolve("launch.sh"), ""); // as a power failure leaves it
        written("echo second");
        assertThat(Files.readString(directory.path().resolve("run"))).isEqualTo("echo second\n");
        assertThat(Files.size(directory.path().resolve("launch.sh"))).isPositive();
    }

    @Test
    void a_draft_of_a_crashed_server_is_rewritten() throws IOException {
        Path draft = Files.createDirectories(root.resolve("bert/.2/work"));
        Files.writeString(draft.resolve("half"), "written");
        AttemptDirectory directory = written("python3 train.py");
        assertThat(directory.path().resolve("launch.sh")).exists();
        assertThat(directory.path().resolve("work")).isEmptyDirectory();
        assertThat(root.resolve("bert/.2")).doesNotExist();
    }

    @Test
    void a_setup_that_fails_ends_the_attempt() throws Exception {
        var script = Attempt.Script.of("echo ran").after("echo prepared\nfalse\necho not here");
        AttemptDirectory directory =
                AttemptDirectory.write(root, attempt(script, Map.of(), Attempt.Inputs.NONE));
        launched(directory);
        assertThat(log(directory)).isEqualTo("prepared\n");
        assertThat(directory.exits().get(0)).extracting(AttemptDirectory.Exit::code).isEqualTo(1);
    }

    @Test
    void a_setup_that_succeeds_comes_before_the_run() throws Exception {
        var script = Attempt.Script.of("echo ran; exit 4").after("echo prepared");
        AttemptDirectory directory =
                AttemptDirectory.write(root, attempt(script, Map.of(), Attempt.Inputs.NONE));
        launched(directory);
        assertThat(log(directory)).isEqualTo("prepared\nran\n");
        assertThat(directory.exits().get(0)).extracting(AttemptDirectory.Exit::code).isEqualTo(4);
    }

    @Test
    void a_plain_command_and_a_script_with_its_own_interpreter_run_as_they_are() throws Exception {
        AttemptDirectory plain = written("/bin/echo one two=3");
        launched(plain);
        assertThat(log(plain)).isEqualTo("one two=3\n");
        var other = new AttemptId(new WorkloadId("awk"), 1);
        var script = Attempt.Script.of("#!/usr/bin/awk -f\nBEGIN { print 6 * 7 }");
        var attempt =
                new Attempt(
                        other,
                        1,
                        "{}",
                        script,
                        Map.of(),
                        new Placement(List.of(new NodeAllocation("n1", 1, 1_000))),
                        Attempt.Inputs.NONE);
        AttemptDirectory own = AttemptDirectory.write(root, attempt);
        launched(own);
        assertThat(log(own)).isEqualTo("42\n");
    }

    @Test
    void a_long_log_keeps_its_beginning_and_its_end() throws Exception {
        long whole = 12 * AttemptLogReader.PIECE;
        AttemptDirectory directory =
                written(
                        "echo begin; head -c %d /dev/zero | tr '\\0' x; echo; echo end"
                                .formatted(whole));
        Path shape = directory.path().resolve("shape");
        Files.writeString(shape, Files.readString(shape).replace("REST='1'", "REST='0'"));
        launched(directory);
        AttemptLogReader log = directory.log(0);
        assertThat(log.end()).isEqualTo(6 + whole + 5);
        assertThat(new String(log.read(0, 6).bytes(), UTF_8)).isEqualTo("begin\n");
        assertThat(new String(log.read(log.end() - 4, 100).bytes(), UTF_8)).isEqualTo("end\n");
        AttemptLogReader.Part dropped = log.read(3 * AttemptLogReader.PIECE, 10);
        assertThat(dropped.at()).isGreaterThan(4 * AttemptLogReader.PIECE);
        assertThat(new String(dropped.bytes(), UTF_8)).isEqualTo("xxxxxxxxxx");
        assertThat(log.read(log.end(), 10).bytes()).isEmpty();
        try (var files = Files.list(directory.path().resolve("log"))) {
            assertThat(files.mapToLong(file -> file.toFile().length()).sum())
                    .isLessThan(8 * AttemptLogReader.PIECE);
        }
    }

    @Test
    void a_line_is_in_the_log_as_soon_as_it_is_printed() throws Exception {
        AttemptDirectory directory =
                written("echo early; until [ -e go ]; do sleep 0.05; done; echo late");
        Process process =
                new ProcessBuilder("setsid", "sh", directory.path().resolve("launch.sh").toString())
                        .start();
        for (int i = 0; i < 600 && log(directory).isEmpty(); i++) {
            assertThat(process.waitFor(50, TimeUnit.MILLISECONDS)).isFalse();
        }
        assertThat(log(directory)).isEqualTo("early\n");
        Files.createFile(directory.path().resolve("work/go"));
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(log(directory)).isEqualTo("early\nlate\n");
    }

    @Test
    void links_and_invalid_files_of_a_job_are_ignored() throws IOException {
        AttemptDirectory directory = written("true");
        Path secret = Files.writeString(root.resolve("secret"), "9");
        Files.createSymbolicLink(directory.path().resolve("exit/0"), secret);
        Files.writeString(directory.path().resolve("exit/1"), "nonsense");
        Files.writeString(directory.path().resolve("exit/.2"), "0\n");
        Files.writeString(directory.path().resolve("exit/3"), "1"); // perhaps 137 one day
        assertThat(directory.exits()).isEmpty();
    }

    @Test
    void progress_is_read_from_the_end_of_the_file() throws IOException {
        AttemptDirectory directory = written("true");
        Files.writeString(
                directory.path().resolve("progress"),
                "{\"step\":1}\n".repeat(1_000) + "{\"step\":2}\n");
        String progress = directory.progress().orElseThrow();
        assertThat(progress)
                .startsWith("{\"step\":1}\n")
                .endsWith("{\"step\":2}\n")
                .hasSizeLessThanOrEqualTo(4_096);
    }

    @Test
    void a_notice_contains_its_deadline() throws IOException {
        AttemptDirectory directory = written("true");
        directory.notice(Instant.parse("2026-01-02T03:04:05Z"));
        assertThat(Files.readString(directory.path().resolve("notice")))
                .isEqualTo("2026-01-02T03:04:05Z\n");
    }

    @Test
    void a_root_that_is_a_file_is_reported() throws IOException {
        Path file = Files.createFile(root.resolve("file"));
        assertThatThrownBy(
                        () ->
                                AttemptDirectory.write(
                                        file,
                                        attempt(
                                                Attempt.Script.of("true"),
                                                Map.of(),
                                                Attempt.Inputs.NONE)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("could not be written");
    }
}
