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
import slipway.schedule.snapshot.Play;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.testkit.Property;

/**
 * That nobody is worse off for sharing, seen from outside: who fits what its team is guaranteed and does not use, and
 * would fit if everything borrowed were gone, runs in time. What was promised meanwhile, and how, is not asked. It
 * looks only at those who are alone in asking for their own, for who comes first is not its question.
 */
class SharingTest {

    private static final int SEEDS = 1_000;

    private static final List<String> TYPES = List.of("H100", "A100");

    /** Who has only just been started can be told to stop by the next plan at the soonest. */
    private static final Duration NEXT_PLAN = Duration.ofMillis(1);

    @Test
    void who_fits_its_unused_guarantee_runs_within_the_notice_and_the_minimum_run_of_borrowers() {
        Property.holds(
                SEEDS,
                Scripts.teamsBesideEachOther(90),
                script -> {
                    Map<WorkloadId, Instant> due = new HashMap<>();
                    new Play(script, scene -> look(scene, due));
                });
    }

    private static void look(Play.Scene scene, Map<WorkloadId, Instant> due) {
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

    /** When it has to run if it has a right to; nothing if it has none, or others ask for their own as well. */
    private static Optional<Instant> due(
            ClusterSnapshot clusterSnapshot, PendingWorkload pendingWorkload, Instant now) {
        var ledger = new Ledger(clusterSnapshot);
        if (!clusterSnapshot.policy().preemption().reclaim()
                || pendingWorkload.workload().times().notBefore().filter(now::isBefore).isPresent()
                || clusterSnapshot.pending().stream()
                        .anyMatch(
                                other ->
                                        !other.equals(pendingWorkload)
                                                && competes(ledger, other, pendingWorkload))) {
            return Optional.empty();
        }
        return TYPES.stream()
                .filter(type -> isGuaranteed(ledger, pendingWorkload, type))
                .filter(
                        type ->
                                ledger.fits(
                                        pendingWorkload.workload().request(),
                                        type,
                                        ledger.borrowed(type)))
                .map(type -> ledger.stoppable(ledger.borrowed(type), now))
                .map(told -> told.plus(clusterSnapshot.policy().notice()).plus(NEXT_PLAN))
                .findFirst();
    }

    private static boolean competes(
            Ledger ledger, PendingWorkload other, PendingWorkload pendingWorkload) {
        return other.workload().team().equals(pendingWorkload.workload().team())
                || TYPES.stream()
                        .anyMatch(type -> ledger.unused(other.workload().team(), type) > 0);
    }

    /** Guarantees are of accelerators: of processors alone nobody has a part of its own. */
    private static boolean isGuaranteed(
            Ledger ledger, PendingWorkload pendingWorkload, String type) {
        var resourceRequest = pendingWorkload.workload().request();
        return resourceRequest.accelerators().count() > 0
                && resourceRequest.accelerators().allows(type)
                && ledger.isCovered(type)
                && ledger.takes(resourceRequest, type)
                        <= ledger.unused(pendingWorkload.workload().team(), type);
    }
}
