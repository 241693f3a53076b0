package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.testkit.Needs;

/** The packaged doctor on disks that cannot be written. */
class DoctorIT {

    @TempDir(factory = WorldReadableTempDir.class)
    private Path readable;

    @Test
    void a_read_only_directory_fails_and_stays_unchanged() throws Exception {
        Path closed = Files.createDirectory(readable.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        try (var doctor =
                SlipwayProcess.startUnprivileged(readable, "doctor", "--data", closed.toString())) {
            String said = doctor.end();
            assertThat(said)
                    .contains(
                            "fail  data directory: "
                                    + closed
                                    + " cannot be written: this user may not",
                            "slipway help doctor/data");
            assertThat(doctor.exitCode()).isEqualTo(6);
        }
        assertThat(closed).isEmptyDirectory();
    }

    @Test
    void a_directory_that_cannot_be_created_fails() throws Exception {
        Path closed = Files.createDirectory(readable.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        Path below = closed.resolve("data");
        try (var doctor =
                SlipwayProcess.startUnprivileged(readable, "doctor", "--data", below.toString())) {
            assertThat(doctor.end())
                    .contains(below + " cannot be created: this user may not write to " + closed);
            assertThat(doctor.exitCode()).isEqualTo(6);
        }
    }

    @Test
    void a_full_disk_fails() throws Exception {
        Path full = Files.createDirectory(readable.resolve("full"));
        Needs.that(
                canMount(full),
                "the right to mount a small disk (unshare, mount)",
                "run it as root");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "unshare",
                                "-m",
                                "sh",
                                "-c",
                                "mount -t tmpfs -o size=64k none \"$0\" && head -c 100000 /dev/zero > \"$0/filled\";"
                                        + " \"$@\"; code=$?; ls -A \"$0\"; exit $code",
                                full.toString()));
        command.addAll(SlipwayProcess.commandLine("doctor", "--data", full.toString()));
        Process doctor = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said =
                new String(
                        doctor.getInputStream().readAllBytes(),
                        java.nio.charset.StandardCharsets.UTF_8);
        assertThat(doctor.waitFor()).as(said).isEqualTo(6);
        assertThat(said)
                .contains(
                        "fail  data directory: "
                                + full
                                + " cannot be written: no space left on device")
                .endsWith("\nfilled\n");
    }

    private static boolean canMount(Path at) throws IOException, InterruptedException {
        return new ProcessBuilder(
                                "sh",
                                "-c",
                                "unshare -m mount -t tmpfs -o size=64k none '"
                                        + at
                                        + "' 2>/dev/null")
                        .start()
                        .waitFor()
                == 0;
    }
}
