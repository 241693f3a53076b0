package slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class UnprivilegedProcessTest {

    @Test
    void the_process_is_not_root() throws Exception {
        assertThat(output("id -u")).isNotEqualTo("0");
    }

    @Test
    void the_process_has_no_capabilities_left() throws Exception {
        Needs.file(Path.of("/proc/self/status"), "use Linux");

        assertThat(output("grep CapEff /proc/self/status")).endsWith("0000000000000000");
    }

    @Test
    void a_read_only_directory_is_really_read_only(@TempDir Path folder) throws Exception {
        UnprivilegedProcess.own(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));

        assertThat(exitCode("cd /; echo x > " + folder + "/file")).isNotZero();
    }

    @Test
    void an_owned_directory_is_writable(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("file"), "x");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        UnprivilegedProcess.own(folder);

        assertThat(exitCode("echo y > " + folder + "/file")).isZero();
        assertThat(folder.resolve("file")).hasContent("y\n");
    }

    private static String output(String script) throws IOException, InterruptedException {
        var process = UnprivilegedProcess.process(List.of("sh", "-c", script)).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.strip();
    }

    private static int exitCode(String script) throws IOException, InterruptedException {
        return UnprivilegedProcess.process(List.of("sh", "-c", script))
                .redirectErrorStream(true)
                .start()
                .waitFor();
    }
}
