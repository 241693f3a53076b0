package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.ScenarioRunner;
import slipway.testkit.Property;

/**
 * Sharing never delays a job within its guarantee, seen from outside: a job that fits the unused guarantee of its team,
 * and would fit without borrowers, starts in time. Reservations are not examined. Only jobs that alone claim the
 * guarantee are checked, because order is tested elsewhere.
 */
class GuaranteeTest {

    private static final int SEEDS = 1_000;

    private static final List<String> TYPES = List.of("H100", "A100");

    /** A job that has just started can be preempted by the next cycle at the earliest. */
    private static final Duration NEXT_CYCLE = Duration.ofMillis(1);

    @Test
    void a_job_that_fits_the_unused_guarantee_starts_within_notice_and_minimum_run_of_borrowers() {
        Property.holds(
                SEEDS,
                EventScripts.siblingTeams(90),
                script -> {
                    Map<WorkloadId, Instant> due = new HashMap<>();
                    new ScenarioRunner(script, scene -> check(scene, due));
                });
    }

    private static void check(ScenarioRunner.Observation scene, Map<WorkloadId, Instant> due) {
        for (RunningWorkload runningWorkload : scene.after().running()) {
            Optional.ofNullable(due.remove(runningWorkload.id()))
                    .ifPresent(
                            by -> assertInTime(runningWorkload.id(), runningWorkload.since(), by));
        }
        Map<WorkloadId, Instant> before = Map.copyOf(due);
        due.clear();
        for (PendingWorkload pendingWorkload : scene.after().pending()) {
            due(scene.after(), pendingWorkload, scene.now())
                    .map(by -> before.getOrDefault(pendingWorkload.id(), by))
                    .ifPresent(by -> due.put(pendingWorkload.id(), by));
        }
        due.forEach((id, by) -> assertInTime(id, scene.now(), by));
    }

    private static void assertInTime(WorkloadId id, Instant at, Instant by) {
        assertThat(at).as("%s fits what its team is guaranteed", id).isBeforeOrEqualTo(by);
    }

    /** When it must run; empty if it has no claim, or others claim the guarantee as well. */
    private static Optional<Instant> due(
            ClusterSnapshot clusterSnapshot, PendingWorkload pendingWorkload, Instant now) {
        var ledger = new QuotaOracle(clusterSnapshot);
        if (!clusterSnapshot.policy().preemption().reclaim()
                || pendingWorkload.workload().times().notBefore().filter(now::isBefore).isPresent()
                || clusterSnapshot.pending().stream()
                        .anyMatch(
                                other ->
                                        !other.equals(pendingWorkload)
                                                && isContested(ledger, other, pendingWorkload))) {
            return Optional.empty();
        }
        return TYPES.stream()
                .filter(type -> coversAccelerators(ledger, pendingWorkload, type))
                .filter(
                        type ->
                                ledger.fits(
                                        pendingWorkload.workload().request(),
                                        type,
                                        ledger.borrowingJobs(type)))
                .map(type -> ledger.preemptibleAt(ledger.borrowingJobs(type), now))
                .map(told -> told.plus(clusterSnapshot.policy().notice()).plus(NEXT_CYCLE))
                .findFirst();
    }

    private static boolean isContested(
            QuotaOracle ledger, PendingWorkload other, PendingWorkload pendingWorkload) {
        return other.workload().team().equals(pendingWorkload.workload().team())
                || TYPES.stream()
                        .anyMatch(type -> ledger.unused(other.workload().team(), type) > 0);
    }

    /** Guarantees cover accelerators: a CPU-only request has none. */
    private static boolean coversAccelerators(
            QuotaOracle ledger, PendingWorkload pendingWorkload, String type) {
        var resourceRequest = pendingWorkload.workload().request();
        return resourceRequest.accelerators().count() > 0
                && resourceRequest.accelerators().allows(type)
                && ledger.isCovered(type)
                && ledger.takes(resourceRequest, type)
                        <= ledger.unused(pendingWorkload.workload().team(), type);
    }
}
