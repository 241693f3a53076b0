package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Play;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.testkit.Property;

/** History changes its mind about those who wait and those who run. */
class RankedTest {

    private static final int SEEDS = 1_000;

    @Test
    void a_new_rank_changes_nothing_but_the_rank() {
        Property.holds(
                SEEDS,
                Scripts.scripts(90),
                script -> new Play(script, RankedTest::changesTheRankAlone));
    }

    private static void changesTheRankAlone(Play.Scene scene) {
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

    /** In a team that overtakes, a running workload's rank is what it may lose its place by. */
    @Test
    void who_runs_with_a_new_rank_is_overtaken_as_if_it_had_always_had_it() {
        Property.holds(
                SEEDS,
                Scripts.rivals(90),
                script -> new Play(script, SchedulerPropertiesTest::equalsOneFromScratch));
    }

    @Test
    void nobody_is_overtaken_by_one_that_will_not_end_as_much_sooner_as_the_policy_asks() {
        Property.holds(
                SEEDS, Scripts.rivals(90), script -> new Play(script, RankedTest::hasLongerToGo));
    }

    private static void hasLongerToGo(Play.Scene scene) {
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
