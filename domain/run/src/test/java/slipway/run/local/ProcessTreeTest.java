package slipway.run.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;

class ProcessTreeTest {

    private static final AttemptId ATTEMPT = new AttemptId(new WorkloadId("w-0123456789"), 1);

    @TempDir Path kernel;

    private void process(int pid, int parent) throws IOException {
        Path folder = Files.createDirectories(kernel.resolve(Integer.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                "%d (sh) S %d %d %d 0 0 0 0 0 0 0 0 0 0 0 20 0 1 0 %d 0 10 0\n"
                        .formatted(pid, parent, pid, pid, 100));
    }

    @Test
    void parents_come_before_children_even_after_pids_wrapped_around() throws IOException {
        process(40_000, 1);
        process(900, 40_000);
        process(17, 900);
        process(31_001, 40_000);
        process(3, 17);
        process(5, 1);
        var procFs = new ProcFs(kernel);
        var root = new ProcessIdentity("unknown", 40_000, 100);
        ProcessTree processTree =
                ProcessTree.scan(procFs, Map.of(root, new ProcessTree.Owner(ATTEMPT, 0)));
        assertThat(processTree.of(ATTEMPT))
                .extracting(ProcFs.Stat::pid)
                .containsExactly(40_000, 900, 31_001, 17, 3);
    }

    /** During exec the kernel shows no variables; a moment later it shows those of the new program. */
    @Test
    void a_process_that_replaces_its_program_is_unknown_until_it_has_variables()
            throws IOException {
        process(70, 1);
        Path variables = kernel.resolve("70/environ");
        Files.writeString(variables, "");
        var procFs = new ProcFs(kernel);
        var part = new ProcessTree.Owner(ATTEMPT, 0);
        ProcessTree during = ProcessTree.scan(procFs, Map.of());
        assertThat(during.of(part)).isEmpty();
        assertThat(during.mayHide(part, 100)).isTrue();
        assertThat(during.mayHide(part, 101)).as("began before the job").isFalse();
        Files.writeString(variables, "SLIPWAY_ATTEMPT=" + ATTEMPT.name() + "\0NODE_RANK=0\0");
        ProcessTree after = during.rescan(Map.of());
        assertThat(after.of(part)).extracting(ProcFs.Stat::pid).containsExactly(70);
        assertThat(after.mayHide(part, 0)).isFalse();
    }

    /** A sandbox that enters a user namespace is protected; processes of other users always are. */
    @Test
    void a_protected_process_of_this_user_is_unknown_until_its_variables_can_be_read()
            throws IOException {
        Files.createDirectories(kernel.resolve("self"));
        Files.writeString(kernel.resolve("self/status"), "Uid:\t1000\t1000\t1000\t1000\n");
        process(70, 1);
        process(80, 1);
        Files.writeString(kernel.resolve("80/status"), "Uid:\t0\t0\t0\t0\n");
        var procFs = new ProcFs(kernel);
        var part = new ProcessTree.Owner(ATTEMPT, 0);
        assertThat(ProcessTree.scan(procFs, Map.of()).mayHide(part, 0)).isFalse();
        Files.writeString(kernel.resolve("70/status"), "Uid:\t1000\t1000\t1000\t1000\n");
        ProcessTree during = ProcessTree.scan(procFs, Map.of());
        assertThat(during.mayHide(part, 100)).isTrue();
        Files.writeString(
                kernel.resolve("70/environ"),
                "SLIPWAY_ATTEMPT=" + ATTEMPT.name() + "\0NODE_RANK=0\0");
        assertThat(during.rescan(Map.of()).of(part))
                .extracting(ProcFs.Stat::pid)
                .containsExactly(70);
    }
}
