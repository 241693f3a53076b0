package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.engine.InTarget;

/** Environments and Slurm variables, from the spec to the log, with the sandbox that this machine has. */
@Tag("process")
class JobEnvironmentTest {

    @TempDir(factory = InTarget.class)
    Path attempts;

    @TempDir(factory = InTarget.class)
    Path work;

    private ProcessRunHarness harness;

    @BeforeEach
    void begin() {
        harness = new ProcessRunHarness(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private Path venv() throws IOException {
        Path python = work.resolve("shared/venv/bin/python");
        Files.createDirectories(python.resolveSibling("."));
        Files.writeString(python, "#!/bin/sh\necho python of the venv\n");
        Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwxr-xr-x"));
        return work.resolve("shared/venv");
    }

    @Test
    void a_job_runs_in_its_venv_and_setup_may_change_it_wherever_it_lies() throws IOException {
        Path venv = venv();
        Path folder = Files.createDirectory(work.resolve("project"));
        String spec =
                """
                workdir: %s
                environment: %s
                setup: echo set up; echo x > "$VIRTUAL_ENV/installed"
                run: python
                """
                        .formatted(folder, venv);
        WorkloadId first = harness.submit(spec);
        harness.await(first, "succeeded");
        harness.untilLogged(first, "set up\npython of the venv\n");
        assertThat(venv.resolve("installed")).exists();
        assertThat(harness.runner().directory(harness.workload(first).attempt()).environment(0))
                .hasValueSatisfying(text -> assertThat(text).contains("folder " + venv));
        WorkloadId second = harness.submit(spec);
        harness.await(second, "succeeded");
        harness.untilLogged(second, "setup: not run again");
    }

    @Test
    void a_venv_that_has_vanished_is_refused_when_the_workload_is_submitted() {
        assertThatThrownBy(
                        () ->
                                harness.submit(
                                        "workdir: %s\nenvironment: gone\nrun: python"
                                                .formatted(work)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(
                        "The virtual environment %s/gone does not exist.".formatted(work));
    }

    @Test
    void a_script_for_slurm_finds_what_slurm_would_have_said() {
        WorkloadId job =
                harness.submit(
                        """
                        name: bert
                        workdir: %s
                        arguments: [a b]
                        slurm_variables: {submit_dir: /home/ana, tasks_per_node: 8, cpus_per_task: 12}
                        run: |
                          echo "$1 $SLURM_JOB_NAME $SLURM_NTASKS $SLURM_CPUS_PER_TASK $SLURM_SUBMIT_DIR"
                          echo $((SLURM_JOB_ID %% 1)) $SLURM_PROCID $SLURM_NNODES
                        """
                                .formatted(work));
        harness.await(job, "succeeded");
        harness.untilLogged(job, "a b bert 8 12 /home/ana\n0 0 1\n");
    }

    @Test
    void a_member_of_an_array_knows_which_one_it_is() {
        WorkloadId array =
                harness.submit(
                        """
                        array: 3-4
                        slurm_variables: {submit_dir: /home/ana}
                        run: echo $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_TASK_COUNT
                        """);
        WorkloadId second = harness.runner().runState().members(array).getLast().id();
        harness.await(array, "succeeded");
        harness.await(second, "succeeded");
        harness.untilLogged(array, "3 of 2\n");
        harness.untilLogged(second, "4 of 2\n");
    }
}
