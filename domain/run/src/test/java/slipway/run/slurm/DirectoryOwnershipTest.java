package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.InTarget;
import slipway.run.engine.Launch;
import slipway.run.engine.Launch.Limits;
import slipway.run.engine.PosixAccount;
import slipway.run.slurm.SlurmSettings.Tooling;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.Needs;

/**
 * A directory shared by two accounts, as where the server is not root. The files belong to the account that represents
 * the server; root does only what that account could.
 */
@Tag("process")
class DirectoryOwnershipTest {

    private static final int SERVER = 64_001;
    private static final int OTHER = 64_002;

    @TempDir(factory = InTarget.class)
    private Path root;

    private Optional<PosixAccount> alice = Optional.empty();

    @BeforeEach
    void look() throws Exception {
        Needs.command("sudo", "sudo");
        Needs.command("setfacl", "acl");
        Needs.command("setpriv", "util-linux");
        Needs.that(
                System.getProperty("user.name").equals("root"),
                "an account that may become others",
                "run it as root");
        alice =
                Optional.of(
                        new PosixAccount(
                                "nobody",
                                Integer.parseInt(output("id", "-u", "nobody")),
                                Integer.parseInt(output("id", "-g", "nobody"))));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
    }

    private static String output(String... words) throws IOException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    }

    private static String by(int account, String script) throws IOException {
        var words =
                new ArrayList<>(
                        List.of("setpriv", "--reuid", "" + account, "--regid", "" + account));
        words.addAll(List.of("--clear-groups", "--", "sh", "-c", script));
        return output(words.toArray(String[]::new));
    }

    private Launch written() throws IOException {
        var id = new AttemptId(new WorkloadId("mine"), 1);
        var placement = new Placement(List.of(new NodeAllocation("n0", 1, 1_000)));
        var inputs =
                new Attempt.Inputs(
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        Map.of("token", "swordfish", "key", "opensesame"));
        var attempt =
                new Attempt(id, 1, "{}", Attempt.Script.of("true"), Map.of(), placement, inputs);
        Path directory = AttemptDirectory.write(root.resolve("attempts"), attempt).path();
        try (Stream<Path> all = Files.walk(root.resolve("attempts"))) {
            for (Path each : all.toList()) {
                Files.setAttribute(each, "unix:uid", SERVER, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(each, "unix:gid", SERVER, LinkOption.NOFOLLOW_LINKS);
            }
        }
        DirectoryOwnership.allowPassing(root.resolve("attempts"));
        return new Launch(id, directory, placement, Limits.NONE, alice);
    }

    private static DirectoryOwnership directoryOwnership() {
        return new DirectoryOwnership(new SlurmPrograms(Tooling.DEFAULT), SERVER);
    }

    @Test
    void server_and_owner_can_use_each_others_files_and_others_cannot() throws IOException {
        Launch launch = written();
        Path directory = launch.directory();
        directoryOwnership().give(launch);
        int user = alice.orElseThrow().user();
        assertThat(
                        by(
                                user,
                                "cd %s && . ./env && sh ./run && echo 0 > exit/0 && mkdir usage && echo $SLIPWAY_FENCE"
                                        .formatted(directory)))
                .isEqualTo("1");
        assertThat(by(user, "umask 077; echo x > %s/work/mine".formatted(directory))).isEmpty();
        assertThat(
                        by(
                                SERVER,
                                "cd %s && cat exit/0 work/mine && echo > notice && rm exit/0"
                                        .formatted(directory)))
                .isEqualTo("0\nx");
        assertThat(by(user, "cat %s/notice".formatted(directory))).isEmpty();
        for (String way : List.of("ls %s", "cat %s/run", "cat %s/env")) {
            assertThat(by(OTHER, way.formatted(directory))).contains("Permission denied");
        }
        for (Path above : List.of(directory.resolve(".."), directory.resolve("../.."))) {
            assertThat(by(OTHER, "ls " + above.normalize())).contains("Permission denied");
        }
    }

    @Test
    void only_the_owner_can_read_secrets() throws IOException {
        Launch launch = written();
        directoryOwnership().give(launch);
        int user = alice.orElseThrow().user();
        Path secrets = launch.directory().resolve("secrets");
        assertThat(by(user, "cd %s && stat -c '%%n %%a %%u' * && cat *".formatted(secrets)))
                .isEqualTo("key 400 %d\ntoken 400 %d\nopensesameswordfish".formatted(user, user));
        assertThat(by(SERVER, "cat %s/token".formatted(secrets))).contains("Permission denied");
        assertThat(by(OTHER, "cat %s/token".formatted(secrets))).contains("Permission denied");
        assertThat(launch.directory().resolveSibling(".secrets-1")).doesNotExist();
        Files.setAttribute(secrets, "unix:uid", SERVER); // root made it here in the server's place
        assertThat(by(SERVER, "rm -rf %s".formatted(secrets))).isEmpty();
    }

    @Test
    void a_directory_is_handed_over_once() throws IOException {
        Launch launch = written();
        directoryOwnership().give(launch);
        Path closed = launch.directory().resolve("work/closed");
        int user = alice.orElseThrow().user();
        assertThat(by(user, "touch %1$s && chmod 600 %1$s".formatted(closed))).isEmpty();
        directoryOwnership().give(launch);
        assertThat(output("stat", "-c", "%a", closed.toString())).isEqualTo("600");
    }

    @Test
    void temporary_files_closed_to_the_server_are_removed_by_their_owner() throws IOException {
        Launch launch = written();
        directoryOwnership().give(launch);
        Path temporary = launch.directory().resolve("tmp");
        int user = alice.orElseThrow().user();
        assertThat(by(user, "mkdir -m 700 %1$s/own && touch %1$s/own/file".formatted(temporary)))
                .isEmpty();
        assertThat(by(SERVER, "rm -r %s/own".formatted(temporary))).contains("Permission denied");
        directoryOwnership().removeTemporary(SlurmJob.of(launch));
        assertThat(temporary.resolve("own")).doesNotExist();
    }

    @Test
    void a_failed_hand_over_explains_why() throws IOException {
        Launch launch = written();
        var nowhere = new SlurmPrograms(Tooling.DEFAULT.from(failing()));
        assertThatThrownBy(() -> new DirectoryOwnership(nowhere, SERVER).give(launch))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("could not be handed to nobody")
                .hasMessageContaining("setfacl said: Operation not supported")
                .hasMessageContaining("POSIX access-control lists");
    }

    private Path failing() throws IOException {
        Path programs = Files.createDirectory(root.resolve("programs"));
        Path program = programs.resolve("setfacl");
        Files.writeString(program, "#!/bin/sh\necho 'Operation not supported' >&2; exit 1\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return programs;
    }
}
