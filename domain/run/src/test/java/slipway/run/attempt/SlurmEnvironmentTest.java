package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.spec.workload.SlurmVariables;

class SlurmEnvironmentTest {

    @Test
    void every_attempt_of_a_job_has_the_same_job_id() {
        assertThat(SlurmEnvironment.number(new WorkloadId("bert")))
                .isEqualTo(SlurmEnvironment.number(new WorkloadId("bert")))
                .matches("[1-9][0-9]{0,8}")
                .isNotEqualTo(SlurmEnvironment.number(new WorkloadId("gpt")));
    }

    @Test
    void task_counts_cover_all_nodes() {
        var job =
                new SlurmEnvironment(
                        new AttemptId(new WorkloadId("bert"), 3),
                        "bert",
                        new TeamId("vision"),
                        new Placement(
                                List.of(
                                        new NodeAllocation("n0", 0xff, 1_000),
                                        new NodeAllocation("n1", 0xff, 1_000))),
                        new SlurmVariables("/home/ana", 8, Optional.empty()));
        assertThat(job.variables())
                .containsAllEntriesOf(
                        Map.of(
                                "SLURM_NNODES", "2",
                                "SLURM_NTASKS", "16",
                                "SLURM_GPUS_ON_NODE", "8",
                                "SLURM_JOB_NODELIST", "n0,n1",
                                "SLURM_RESTART_COUNT", "2"))
                .doesNotContainKey("SLURM_CPUS_PER_TASK");
    }
}
