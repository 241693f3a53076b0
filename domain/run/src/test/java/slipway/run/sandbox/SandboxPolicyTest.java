package slipway.run.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.base.text.ShellQuote;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.InTarget;
import slipway.schedule.snapshot.Placement;
import slipway.testkit.Needs;

/** What a command in a sandbox sees and may. */
@Tag("process")
class SandboxPolicyTest {

    @TempDir(factory = InTarget.class)
    Path folder;

    private Path temporary = Path.of("/");

    @BeforeEach
    void make() throws IOException {
        Needs.command("bwrap", "bubblewrap");
        Needs.that(
                IsolationLevel.look().isolates(),
                "a bubblewrap that works",
                "allow user namespaces");
        temporary = Files.createDirectory(folder.resolve("it's temporary"));
    }

    private String said(List<Path> hidden, List<Path> places, String script) throws IOException {
        Path directory = Files.createDirectories(folder.resolve("attempts/job/1"));
        String quoted = ShellQuote.of(temporary.toString());
        SandboxPolicy.Inside nothing = SandboxPolicy.Inside.nothing(directory, quoted);
        var job =
                new SandboxPolicy.Inside(
                        nothing.directory(),
                        quoted,
                        places,
                        Optional.empty(),
                        List.of(),
                        true,
                        false);
        SandboxPolicy sandboxPolicy =
                BubblewrapProbe.seek(BubblewrapProbe.searched(), hidden, List.of())
                        .sandbox()
                        .orElseThrow();
        Process shell =
                new ProcessBuilder(
                                "/bin/sh",
                                "-c",
                                sandboxPolicy.script(job),
                                "box",
                                "sh",
                                "-c",
                                script)
                        .directory(new File("/"))
                        .redirectErrorStream(true)
                        .start();
        return new String(shell.getInputStream().readAllBytes(), UTF_8);
    }

    @Test
    void a_hidden_folder_is_empty_and_a_hidden_file_says_nothing() throws IOException {
        Path keys = Files.createDirectory(folder.resolve("keys"));
        Path key = Files.writeString(keys.resolve("key"), "secret");
        Path socket = Files.writeString(folder.resolve("socket"), "secret");
        List<Path> hidden = List.of(keys, socket, folder.resolve("not there"));
        assertThat(said(hidden, List.of(), "ls %s; cat %s; cat %s".formatted(keys, socket, key)))
                .endsWith("cat: %s: No such file or directory\n".formatted(key))
                .doesNotContain("secret");
    }

    @Test
    void an_attempt_is_there_although_the_folder_of_attempts_is_hidden() throws IOException {
        Path attempts = Files.createDirectories(folder.resolve("attempts/other")).getParent();
        String script = "ls %1$s %1$s/job/1".formatted(attempts);
        assertThat(said(List.of(attempts), List.of(), script))
                .isEqualTo(
                        "%1$s:\njob\n\n%1$s/job/1:\ncheckpoints\nprogress\nwork\n"
                                .formatted(attempts));
    }

    @Test
    void a_place_is_written_to_also_by_a_path_that_leads_through_a_link() throws IOException {
        Path real = Files.createDirectories(folder.resolve("real/place"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
        Path place = link.resolve("place");
        String script = "echo x > %s/x; echo x > %s/../x".formatted(place, place);
        String said = said(List.of(), List.of(place), script);
        assertThat(real.resolve("x")).as(said).exists();
        assertThat(real.resolveSibling("x")).as(said).doesNotExist();
    }

    /** Whether an attempt that works there is refused, and why. */
    private Optional<String> refused(Path workdir, List<Path> hidden) {
        var id = new AttemptId(new WorkloadId("somewhere"), 1);
        var seat = new Placement.NodeAllocation("here", 0, 1_000);
        AttemptDirectory attempt =
                AttemptDirectory.write(
                        folder.resolve(workdir.toString().replace('/', '-')),
                        new Attempt(
                                id,
                                1,
                                "{}",
                                Attempt.Script.of("true").in(workdir),
                                Map.of(),
                                new Placement(List.of(seat)),
                                Attempt.Inputs.NONE));
        try {
            new SandboxPolicy("bwrap", hidden, List.of()).check(attempt);
            return Optional.empty();
        } catch (Problem problem) {
            return Optional.of(problem.why());
        }
    }

    @Test
    void no_job_works_in_a_folder_of_the_machine_itself() throws IOException {
        for (String place : List.of("/", "/etc", "/usr/local", "/proc/sys", "/dev/shm", "/lib")) {
            assertThat(refused(Path.of(place), List.of()))
                    .as(place)
                    .contains("That is the machine itself, which no job may change.");
        }
        Path link = Files.createSymbolicLink(folder.resolve("harmless"), Path.of("/etc"));
        assertThat(refused(link, List.of())).isPresent();
        assertThat(refused(Path.of("/home/somebody"), List.of())).isEmpty();
        assertThat(refused(folder, List.of())).isEmpty();
    }

    @Test
    void no_job_works_in_the_folders_of_the_server_also_not_by_a_link_that_shows_them()
            throws IOException {
        Path data = Files.createDirectories(folder.resolve("home/data"));
        assertThat(refused(data.resolve("x"), List.of(data))).isPresent();
        assertThat(refused(folder.resolve("home"), List.of(data)))
                .as("what is hidden in it stays hidden")
                .isEmpty();
        Path link =
                Files.createSymbolicLink(
                        Files.createTempDirectory(Path.of("/tmp"), "slipway").resolve("link"),
                        folder.resolve("home"));
        assertThat(refused(link, List.of(data)))
                .contains("That leads by a link to where the server has its own files.");
        Files.delete(link);
        Files.delete(link.resolveSibling(""));
    }

    @Test
    void a_folder_that_a_link_leads_to_is_hidden_by_the_name_of_the_link() throws IOException {
        Path keys = Files.createDirectory(folder.resolve("keys"));
        Files.writeString(keys.resolve("key"), "secret");
        Path link = Files.createSymbolicLink(folder.resolve("link"), keys);
        assertThat(said(List.of(link), List.of(), "ls %s %s/".formatted(keys, link)))
                .doesNotContain("key\n");
    }
}
