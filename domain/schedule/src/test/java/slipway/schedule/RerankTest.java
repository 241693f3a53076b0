package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.ScenarioRunner;
import slipway.testkit.Property;

/** History changes the rank of pending and running jobs. */
class RerankTest {

    private static final int SEEDS = 1_000;

    @Test
    void a_new_rank_changes_only_the_rank() {
        Property.holds(
                SEEDS,
                EventScripts.scripts(90),
                script -> new ScenarioRunner(script, RerankTest::changesTheRankAlone));
    }

    private static void changesTheRankAlone(ScenarioRunner.Observation scene) {
        for (Change change : scene.changes()) {
            if (change instanceof Change.Ranked(var id, var rank)) {
                ClusterIndex clusterIndex = new ClusterIndex(scene.before());
                assertThat(ChangeApplier.apply(clusterIndex, change, scene.now()).snapshot())
                        .isEqualTo(ranked(scene.before(), id, rank));
            }
        }
    }

    private static ClusterSnapshot ranked(
            ClusterSnapshot clusterSnapshot, WorkloadId id, long rank) {
        return clusterSnapshot.with(
                clusterSnapshot.running().stream()
                        .map(each -> each.id().equals(id) ? each.withRank(rank) : each)
                        .toList(),
                clusterSnapshot.pending().stream()
                        .map(each -> each.id().equals(id) ? ranked(each, rank) : each)
                        .toList());
    }

    private static PendingWorkload ranked(PendingWorkload pendingWorkload, long rank) {
        return new PendingWorkload(
                pendingWorkload.workload().withRank(rank),
                pendingWorkload.retainedWork(),
                pendingWorkload.preemptions(),
                pendingWorkload.reservation());
    }

    /** In a team with overtaking, a running job can be overtaken by its current rank. */
    @Test
    void a_running_job_with_a_new_rank_is_overtaken_by_that_rank() {
        Property.holds(
                SEEDS,
                EventScripts.overtakingTeam(90),
                script ->
                        new ScenarioRunner(script, SchedulerPropertiesTest::equalsOneFromScratch));
    }

    @Test
    void no_job_is_overtaken_below_the_overtake_factor() {
        Property.holds(
                SEEDS,
                EventScripts.overtakingTeam(90),
                script -> new ScenarioRunner(script, RerankTest::hasLongerToGo));
    }

    private static void hasLongerToGo(ScenarioRunner.Observation scene) {
        int times = scene.after().policy().preemption().overtakeFactor();
        for (Decision decision : scene.plan().actions()) {
            if (decision
                    instanceof Decision.Preempt(var id, Decision.Reason.Overtaken(var by), _)) {
                assertThat(rank(scene.after(), id))
                        .as("%s, stopped for %s", id, by)
                        .isGreaterThanOrEqualTo(times * rank(scene.after(), by));
            }
        }
    }

    private static long rank(ClusterSnapshot clusterSnapshot, WorkloadId id) {
        return Stream.concat(
                        clusterSnapshot.running().stream().map(RunningWorkload::workload),
                        clusterSnapshot.pending().stream().map(PendingWorkload::workload))
                .filter(schedulableWorkload -> schedulableWorkload.id().equals(id))
                .findFirst()
                .orElseThrow()
                .rank();
    }
}
