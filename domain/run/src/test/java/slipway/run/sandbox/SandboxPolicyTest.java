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
                IsolationLevel.detect().isolates(),
                "a bubblewrap that works",
                "allow user namespaces");
        temporary = Files.createDirectory(folder.resolve("it's temporary"));
    }

    private String output(List<Path> hidden, List<Path> writablePaths, String script)
            throws IOException {
        Path directory = Files.createDirectories(folder.resolve("attempts/job/1"));
        String quoted = ShellQuote.of(temporary.toString());
        SandboxPolicy.JobAccess nothing = SandboxPolicy.JobAccess.minimal(directory, quoted);
        var job =
                new SandboxPolicy.JobAccess(
                        nothing.directory(),
                        quoted,
                        writablePaths,
                        Optional.empty(),
                        List.of(),
                        true,
                        false);
        SandboxPolicy sandboxPolicy =
                BubblewrapProbe.probe(BubblewrapProbe.searchPath(), hidden).sandbox().orElseThrow();
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
    void a_hidden_folder_is_empty_and_a_hidden_file_is_unreadable() throws IOException {
        Path keys = Files.createDirectory(folder.resolve("keys"));
        Path key = Files.writeString(keys.resolve("key"), "secret");
        Path socket = Files.writeString(folder.resolve("socket"), "secret");
        List<Path> hidden = List.of(keys, socket, folder.resolve("not there"));
        assertThat(
                        output(
                                hidden,
                                List.of(),
                                "ls '%s'; cat '%s'; cat '%s'".formatted(keys, socket, key)))
                .contains(key.toString())
                .endsWith(": No such file or directory\n")
                .doesNotContain("secret");
    }

    @Test
    void an_attempt_is_visible_in_the_hidden_folder_of_attempts() throws IOException {
        Path attempts = Files.createDirectories(folder.resolve("attempts/other")).getParent();
        String script = "ls '%1$s' '%1$s/job/1'".formatted(attempts);
        assertThat(output(List.of(attempts), List.of(), script))
                .isEqualTo(
                        "%1$s:\njob\n\n%1$s/job/1:\ncheckpoints\nprogress\nwork\n"
                                .formatted(attempts));
    }

    @Test
    void a_writable_path_can_be_written_through_a_symbolic_link() throws IOException {
        Path real = Files.createDirectories(folder.resolve("real/place"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
        Path place = link.resolve("place");
        String script = "echo x > '%s/x'; echo x > '%s/../x'".formatted(place, place);
        String printed = output(List.of(), List.of(place), script);
        assertThat(real.resolve("x")).as(printed).exists();
        assertThat(real.resolveSibling("x")).as(printed).doesNotExist();
    }

    /** Whether an attempt that works there is refused, and why. */
    private Optional<String> refusal(Path workdir, List<Path> hidden) {
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
            new SandboxPolicy("bwrap", hidden).check(attempt);
            return Optional.empty();
        } catch (Problem problem) {
            return Optional.of(problem.why());
        }
    }

    @Test
    void a_workdir_in_a_system_folder_is_refused() throws IOException {
        for (String place : List.of("/", "/etc", "/usr/local", "/proc/sys", "/dev/shm", "/lib")) {
            assertThat(refusal(Path.of(place), List.of()))
                    .as(place)
                    .contains("That is a system folder, which no job may change.");
        }
        Path link = Files.createSymbolicLink(folder.resolve("harmless"), Path.of("/etc"));
        assertThat(refusal(link, List.of())).isPresent();
        assertThat(refusal(Path.of("/home/alice"), List.of())).isEmpty();
        assertThat(refusal(folder, List.of())).isEmpty();
    }

    @Test
    void a_workdir_in_the_servers_folders_is_refused_even_through_a_link() throws IOException {
        Path data = Files.createDirectories(folder.resolve("home/data"));
        assertThat(refusal(data.resolve("x"), List.of(data))).isPresent();
        assertThat(refusal(folder.resolve("home"), List.of(data)))
                .as("what is hidden in it stays hidden")
                .isEmpty();
        Path link =
                Files.createSymbolicLink(
                        Files.createTempDirectory(Path.of("/tmp"), "slipway").resolve("link"),
                        folder.resolve("home"));
        assertThat(refusal(link, List.of(data)))
                .contains("That is a link to a folder with files of the server.");
        Files.delete(link);
        Files.delete(link.resolveSibling(""));
    }

    @Test
    void a_hidden_link_hides_its_target() throws IOException {
        Path keys = Files.createDirectory(folder.resolve("keys"));
        Files.writeString(keys.resolve("key"), "secret");
        Path link = Files.createSymbolicLink(folder.resolve("link"), keys);
        assertThat(output(List.of(link), List.of(), "ls '%s' '%s/'".formatted(keys, link)))
                .doesNotContain("key\n");
    }
}
