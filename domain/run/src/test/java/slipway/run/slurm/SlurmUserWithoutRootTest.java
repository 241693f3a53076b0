package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.run.engine.InTarget;
import slipway.run.local.TestSuiteMain;
import slipway.testkit.Needs;
import slipway.testkit.UnprivilegedProcess;
import slipway.testkit.slurm.SlurmCluster;

/**
 * The same by a server that is not root and has nothing but the rights that are shipped. These are put where sudo looks
 * for them, in a view of the file system that only these processes have.
 */
@Tag("slurm")
class SlurmUserWithoutRootTest {

    /** An account that every machine has. */
    private static final String SERVER = "daemon";

    @TempDir(factory = InTarget.class)
    private Path folder;

    private Path granted(Path attempts) throws IOException {
        String shipped = Files.readString(Path.of("../../examples/sudoers/slipway"));
        Path rights = Files.createDirectory(folder.resolve("sudoers.d"));
        Path file =
                Files.writeString(
                        rights.resolve("slipway"),
                        shipped.replace("/shared/slipway", attempts.toString())
                                .replaceAll("(?m)^slipway ", SERVER + " ")
                                .replace("Defaults:slipway", "Defaults:" + SERVER));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
        return rights;
    }

    private Path people() throws IOException {
        return Files.writeString(
                folder.resolve("group"),
                Files.readString(Path.of("/etc/group")) + "slipway-people:x:64999:nobody,slurm\n");
    }

    /** Where the processes of the server may write. */
    private Path own() throws Exception {
        Path own = Files.createDirectories(folder.resolve("own"));
        Files.createDirectories(own.resolve("target"));
        open(folder, "rwx--x--x");
        int done = new ProcessBuilder("chown", "-R", SERVER, own.toString()).start().waitFor();
        assertThat(done).isZero();
        return own;
    }

    private static void open(Path place, String rights) throws IOException {
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(rights));
    }

    private Process suite(SlurmCluster cluster) throws Exception {
        Path own = own();
        open(cluster.folder().resolve("log"), "rwxrwxrwx");
        Files.deleteIfExists(cluster.folder().resolve("log/errors"));
        String script =
                """
                mount --bind "$1" /etc/sudoers.d && mount --bind "$2" /etc/group || exit 1
                shift 2
                exec setpriv --reuid %1$s --regid %1$s --clear-groups -- "$@"
                """
                        .formatted(SERVER);
        return new ProcessBuilder(
                        List.of(
                                "unshare",
                                "--mount",
                                "--",
                                "sh",
                                "-c",
                                script,
                                "sh",
                                granted(own.resolve("target")).toString(),
                                people().toString(),
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djava.io.tmpdir=" + own.resolve("target"),
                                "-D" + SlurmUserUnprivileged.CLUSTER + "=" + cluster.folder(),
                                "-cp",
                                UnprivilegedProcess.classes(folder),
                                TestSuiteMain.class.getName(),
                                own.resolve("outcome").toString(),
                                SlurmUserUnprivileged.class.getName()))
                .directory(own.toFile())
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void a_server_without_root_runs_jobs_for_users_by_the_shipped_sudo_rules() throws Exception {
        Needs.command("sudo", "sudo");
        Needs.command("setfacl", "acl");
        Needs.command("setpriv", "util-linux");
        Needs.command("unshare", "util-linux");
        try (SlurmCluster cluster = SlurmCluster.start()) {
            Process suite = suite(cluster);
            String output = new String(suite.getInputStream().readAllBytes(), UTF_8);
            suite.waitFor();
            Path outcome = folder.resolve("own/outcome");
            assertThat(Files.exists(outcome) ? Files.readString(outcome) : output)
                    .contains("\n6 succeeded, 0 failed, 0 skipped, as user " + SERVER);
        }
    }
}
