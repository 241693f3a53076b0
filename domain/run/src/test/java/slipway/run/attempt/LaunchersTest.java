package slipway.run.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.attempt.Attempt.Launcher;
import slipway.run.engine.AttemptId;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** How launch.sh calls what starts workers. The launchers here only say how they were called. */
@Tag("process")
class LaunchersTest {

    private static final String PRINT_ARGUMENTS =
            """
            echo "${0##*/} $*"
            while [ $# -gt 0 ]; do
                if [ "$1" = --hostfile ]; then cat "$2"; fi
                shift
            done
            """;

    @TempDir Path root;

    private AttemptDirectory written(Launcher launcher, int nodes, int workers, String run) {
        var seats =
                IntStream.range(0, nodes)
                        .mapToObj(
                                node -> new NodeAllocation("n" + node, (1L << workers) - 1, 1_000))
                        .toList();
        var attempt =
                new Attempt(
                        new AttemptId(new WorkloadId("bert"), 1),
                        1,
                        "{}",
                        Attempt.Script.of(run).by(launcher),
                        Map.of(),
                        new Placement(seats),
                        Attempt.Inputs.NONE);
        return AttemptDirectory.write(root.resolve("attempts"), attempt);
    }

    /** What the launcher, which does this, leaves in the log of the last node. */
    private String log(AttemptDirectory directory, Launcher launcher, int node, String does)
            throws IOException, InterruptedException {
        Path programs = Files.createDirectories(root.resolve("bin"));
        Path program = Files.writeString(programs.resolve(launcher.word()), "#!/bin/sh\n" + does);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (node > 0) {
            Files.writeString(directory.path().resolve("rendezvous"), "127.0.0.1 29500\n");
        }
        var builder =
                new ProcessBuilder(
                        "setsid", "sh", directory.path().resolve("launch.sh").toString());
        builder.environment().put("PATH", programs + ":" + System.getenv("PATH"));
        builder.environment().put("NODE_RANK", Integer.toString(node));
        builder.environment().put("HF_HOME", root.resolve("hf").toString());
        builder.environment().put("CUDA_VISIBLE_DEVICES", "GPU-b,GPU-a");
        Process process = builder.inheritIO().start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new String(directory.log(node).read(0, 10_000).bytes(), UTF_8)
                .replace(directory.path().toString(), "DIR");
    }

    @Test
    void deepspeed_gets_a_host_file_and_no_local_rank_argument() throws Exception {
        var directory = written(Launcher.DEEPSPEED, 2, 4, "true");
        assertThat(log(directory, Launcher.DEEPSPEED, 1, PRINT_ARGUMENTS))
                .isEqualTo(
                        "deepspeed --hostfile DIR/.hosts.1 --no_ssh --num_nodes 2 --node_rank 1 --num_gpus 4"
                                + " --master_addr 127.0.0.1 --master_port 29500"
                                + " --no_python --no_local_rank sh DIR/worker.sh\n"
                                + "node0 slots=4\nnode1 slots=4\n");
    }

    @Test
    void deepspeed_on_one_node_needs_no_host_file() throws Exception {
        var directory = written(Launcher.DEEPSPEED, 1, 2, "true");
        assertThat(log(directory, Launcher.DEEPSPEED, 0, PRINT_ARGUMENTS))
                .startsWith("deepspeed --num_gpus 2 --master_addr 127.0.0.1 ")
                .doesNotContain("--no_ssh", "--hostfile");
    }

    @Test
    void accelerate_starts_one_worker_on_each_of_two_nodes() throws Exception {
        var directory = written(Launcher.ACCELERATE, 2, 1, "true");
        assertThat(log(directory, Launcher.ACCELERATE, 1, PRINT_ARGUMENTS))
                .startsWith(
                        "accelerate launch --multi_gpu --num_machines 2 --machine_rank 1 --num_processes 2 ");
    }

    @Test
    void accelerate_with_one_worker_or_its_own_configuration_gets_no_multi_gpu_option()
            throws Exception {
        var one = written(Launcher.ACCELERATE, 1, 1, "true");
        assertThat(log(one, Launcher.ACCELERATE, 0, PRINT_ARGUMENTS)).doesNotContain("--multi_gpu");
        Path settings = Files.createDirectories(root.resolve("hf/accelerate"));
        Files.writeString(settings.resolve("default_config.yaml"), "distributed_type: FSDP\n");
        DirectoryCleanup.remove(one.path());
        var two = written(Launcher.ACCELERATE, 1, 2, "true");
        assertThat(log(two, Launcher.ACCELERATE, 0, PRINT_ARGUMENTS)).doesNotContain("--multi_gpu");
    }

    @Test
    void workers_see_the_attempts_accelerators_with_every_launcher() throws Exception {
        for (Launcher launcher : List.of(Launcher.DEEPSPEED, Launcher.MPIRUN)) {
            var directory = written(launcher, 1, 2, "echo sees $CUDA_VISIBLE_DEVICES");
            String starts =
                    """
                    export CUDA_VISIBLE_DEVICES=0,1
                    while [ "$1" != sh ]; do shift; done
                    exec "$@"
                    """;
            assertThat(log(directory, launcher, 0, starts)).contains("sees GPU-b,GPU-a");
            DirectoryCleanup.remove(directory.path());
        }
    }
}
