package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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

/** What a node decides of a sandbox before there is one. */
@Tag("process")
class NodeSandboxTest {

    @TempDir Path devices;

    @BeforeEach
    void make() throws IOException {
        for (String name : List.of("nvidia0", "nvidia1", "nvidia2", "nvidia3", "nvidiactl")) {
            Files.createFile(devices.resolve(name));
        }
    }

    /** The GPUs that are visible, and the variables that CUDA reads. */
    private String visibleGpus(Map<String, String> variables) throws IOException {
        var builder =
                new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        NodeScripts.resource("sandbox.sh")
                                + "find_gpus \"$0\"\n"
                                + "for each in $gpu_options; do\n"
                                + "    case $each in */nvidia[0-9]*) echo ${each##*/} ;; esac\n"
                                + "done | uniq\n"
                                + "echo $CUDA_VISIBLE_DEVICES",
                        devices.toString());
        builder.environment().putAll(variables);
        Process shell = builder.redirectErrorStream(true).start();
        return new String(shell.getInputStream().readAllBytes(), UTF_8);
    }

    @Test
    void a_job_gets_the_device_files_of_its_gpus_and_numbers_them_from_zero() throws IOException {
        assertThat(visibleGpus(Map.of("SLIPWAY_CARDS", "1,3", "CUDA_VISIBLE_DEVICES", "1,3")))
                .isEqualTo("nvidia1\nnvidia3\n0,1\n");
    }

    @Test
    void a_job_without_gpus_gets_no_device_files() throws IOException {
        assertThat(visibleGpus(Map.of("SLIPWAY_CARDS", "", "CUDA_VISIBLE_DEVICES", "")))
                .isEqualTo("\n");
    }

    @Test
    void named_gpus_are_all_visible_and_limited_by_slurm() throws IOException {
        assertThat(visibleGpus(Map.of("SLIPWAY_CARDS", "MIG-7", "CUDA_VISIBLE_DEVICES", "MIG-7")))
                .isEqualTo("nvidia0\nnvidia1\nnvidia2\nnvidia3\nMIG-7\n");
    }

    @Test
    void gpus_without_device_files_keep_slurms_numbers() throws IOException {
        assertThat(visibleGpus(Map.of("SLIPWAY_CARDS", "5", "CUDA_VISIBLE_DEVICES", "5")))
                .isEqualTo("5\n");
    }

    @Test
    void the_munge_socket_is_read_from_slurms_configuration() {
        assertThat(NodeSandbox.mungeSocket("AuthInfo                = (null)\n")).isEmpty();
        assertThat(
                        NodeSandbox.mungeSocket(
                                "AuthType = auth/munge\nAuthInfo  = ttl=60,socket=/opt/m.sock\n"))
                .isEqualTo(Optional.of(Path.of("/opt/m.sock")));
    }
}
