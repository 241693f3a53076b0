package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.spec.workload.Program.Context;

/** The arguments, variables and commands that an sbatch script finds. */
@Tag("process")
class SbatchVariablesTest extends LaunchScriptTestBase {

    @Test
    void arguments_reach_the_script_unchanged() throws Exception {
        var around =
                new Context(Optional.empty(), true, List.of("a b", "it's", "*"), Optional.empty());
        assertThat(log(run(script("#!/bin/sh\nprintf '<%s>' \"$@\"").within(around))))
                .isEqualTo("<a b><it's><*>");
    }

    @Test
    void slurm_variables_are_set_only_for_sbatch_scripts() throws Exception {
        String tells = "env | grep ^SLURM | sort";
        assertThat(log(run(script(tells)))).isEmpty();
        Map<String, String> names = Map.of("SLURM_JOB_ID", "7", "SLURM_NTASKS_PER_NODE", "4");
        assertThat(log(run(script(tells).asUnderSlurm(names))).lines())
                .contains("SLURM_JOB_ID=7", "SLURM_NODEID=0", "SLURM_PROCID=0");
    }

    @Test
    void srun_starts_the_tasks_of_its_node_and_fails_with_the_first_that_fails() throws Exception {
        Map<String, String> names =
                Map.of(
                        "SLURM_JOB_ID", "7",
                        "SLURM_NTASKS_PER_NODE", "2",
                        "SLURM_NNODES", "1",
                        "SLURM_JOB_NODELIST", "n0,n1");
        String run =
                """
                srun -l --cpu-bind none -c 4 sh -c 'echo $SLURM_PROCID/$SLURM_NTASKS $LOCAL_RANK $*' task a b | sort
                srun --ntasks=3 -N1 sh -c 'echo of three' | sort
                scontrol show hostnames $SLURM_JOB_NODELIST
                srun -n 2 sh -c 'exit $((SLURM_PROCID * 7))'
                """;
        AttemptDirectory directory = run(script(run).asUnderSlurm(names));
        assertThat(log(directory))
                .isEqualTo("0/2 0 a b\n1/2 1 a b\nof three\nof three\nof three\nn0\nn1\n");
        assertThat(code(directory)).isEqualTo(7);
    }

    @Test
    void variables_set_by_slurm_itself_are_kept() throws Exception {
        AttemptDirectory directory =
                written(
                        script("echo $SLURM_JOB_ID")
                                .asUnderSlurm(
                                        Map.of("SLURM_JOB_ID", "7", "SLURM_NTASKS_PER_NODE", "4")),
                        0);
        var builder =
                new ProcessBuilder(
                        "setsid", "sh", directory.path().resolve("launch.sh").toString());
        builder.environment().put("SLURM_JOB_ID", "4711");
        assertThat(builder.inheritIO().start().waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(log(directory)).isEqualTo("4711\n");
    }
}
