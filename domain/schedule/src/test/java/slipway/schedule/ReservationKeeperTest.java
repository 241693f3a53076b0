package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Reservation;
import slipway.schedule.snapshot.ScenarioRunner;
import slipway.testkit.Property;

/** Reservations hold, whatever happens to the cluster. */
class ReservationKeeperTest {

    private static final int SEEDS = 1_000;

    @Test
    void a_reservation_holds() {
        Property.holds(
                SEEDS,
                EventScripts.scripts(90),
                script -> {
                    Map<WorkloadId, Given> givenReservations = new HashMap<>();
                    new ScenarioRunner(
                            script, scene -> assertReservationHolds(scene, givenReservations));
                });
    }

    /**
     * A reservation as it was first made; later renewals do not count.
     *
     * @param borrowers the borrowers that were to be preempted for it
     */
    private record Given(Reservation reservation, Set<WorkloadId> borrowers) {}

    private static void assertReservationHolds(
            ScenarioRunner.Observation scene, Map<WorkloadId, Given> givenReservations) {
        scene.changes().stream()
                .filter(Change.Ended.class::isInstance)
                .forEach(change -> givenReservations.remove(((Change.Ended) change).workload()));
        givenReservations
                .entrySet()
                .removeIf(entry -> isExcused(scene, entry.getKey(), entry.getValue()));
        givenReservations.forEach(
                (id, given) -> {
                    Instant latest =
                            given.reservation().latestStart().plus(scene.after().policy().notice());
                    assertThat(scene.now())
                            .as("%s was to start by %s", id, latest)
                            .isBeforeOrEqualTo(latest);
                });
        Map<WorkloadId, PendingWorkload> waiting = new HashMap<>();
        scene.after().pending().forEach(each -> waiting.put(each.id(), each));
        givenReservations.keySet().retainAll(waiting.keySet());
        waiting.forEach(
                (id, each) ->
                        each.reservation()
                                .ifPresent(
                                        reservation ->
                                                givenReservations.putIfAbsent(
                                                        id,
                                                        new Given(
                                                                reservation,
                                                                borrowers(
                                                                        scene, id, reservation)))));
    }

    /** The borrowers that occupy this reservation. */
    private static Set<WorkloadId> borrowers(
            ScenarioRunner.Observation scene, WorkloadId holder, Reservation reservation) {
        PendingJob pendingJob = scene.plan().clusterIndex().pendingJob(holder).orElseThrow();
        Set<WorkloadId> found = new HashSet<>();
        ReclaimTest.borrowers(scene, pendingJob).stream()
                .map(RunningJob::running)
                .filter(runningWorkload -> isAffected(runningWorkload.placement(), reservation))
                .forEach(runningWorkload -> found.add(runningWorkload.id()));
        return found;
    }

    /**
     * The exceptions that the rules allow: a fault, an outlived estimate of a job that was not backfilled, and jobs
     * that come first.
     */
    private static boolean isExcused(
            ScenarioRunner.Observation scene, WorkloadId holder, Given given) {
        return scene.changes().stream().anyMatch(ReservationKeeperTest::isFault)
                || outlivedEstimate(scene, given.reservation())
                || wasOutranked(scene, holder, given.reservation())
                || noLongerBorrows(scene, holder, given)
                || jobsAreProtected(scene, holder, given.reservation());
    }

    private static boolean isFault(Change change) {
        return change instanceof Change.NodeChanged(var node)
                && node.condition() != Node.Condition.READY;
    }

    /** Only borrowers are preempted: a victim may fit its own guarantee meanwhile. */
    private static boolean noLongerBorrows(
            ScenarioRunner.Observation scene, WorkloadId holder, Given given) {
        if (!given.reservation().viaPreemption()
                || scene.plan().clusterIndex().pendingJob(holder).isEmpty()) {
            return false;
        }
        Set<WorkloadId> still = borrowers(scene, holder, given.reservation());
        return scene.after().running().stream()
                .filter(runningWorkload -> given.borrowers().contains(runningWorkload.id()))
                .filter(
                        runningWorkload ->
                                isAffected(runningWorkload.placement(), given.reservation()))
                .anyMatch(runningWorkload -> !still.contains(runningWorkload.id()));
    }

    /** A service preempts jobs of its team only down to their protected share: they may have become few meanwhile. */
    private static boolean jobsAreProtected(
            ScenarioRunner.Observation scene, WorkloadId id, Reservation reservation) {
        Optional<PendingJob> holder =
                scene.plan()
                        .clusterIndex()
                        .pendingJob(id)
                        .filter(each -> reservation.viaPreemption());
        if (holder.isEmpty() || !holder.get().workload().isService()) {
            return false;
        }
        TeamShare team = holder.get().team();
        int part = scene.after().policy().preemption().jobGuaranteePercent();
        return team.runningJobs().stream()
                .filter(each -> isAffected(each.running().placement(), reservation))
                .anyMatch(
                        each ->
                                retainedBefore(each, team)
                                        < team.guarantee(each.type) * part / 100);
    }

    /** The use of the team's jobs that are preempted only after this one. */
    private static int retainedBefore(RunningJob runningJob, TeamShare team) {
        return team.runningJobs().stream()
                .takeWhile(each -> each != runningJob)
                .filter(each -> each.type.equals(runningJob.type) && !each.workload().isService())
                .mapToInt(RunningJob::thousandths)
                .sum();
    }

    /** Whether a job that comes before it got its placement or its quota, or reserved that. */
    private static boolean wasOutranked(
            ScenarioRunner.Observation scene, WorkloadId id, Reservation reservation) {
        ClusterIndex clusterIndex = scene.plan().clusterIndex();
        Optional<PendingJob> holder = clusterIndex.pendingJob(id);
        if (holder.isEmpty()) {
            return false;
        }
        boolean started =
                scene.plan().actions().stream()
                        .filter(Decision.Start.class::isInstance)
                        .map(decision -> clusterIndex.runningJob(decision.workload()).orElseThrow())
                        .anyMatch(
                                runningJob ->
                                        comesBefore(runningJob, holder.get(), reservation, scene)
                                                && (sharesQuota(runningJob, holder.get())
                                                        || isAffected(
                                                                runningJob.running().placement(),
                                                                reservation)));
        boolean kept =
                clusterIndex.reservationHolders().stream()
                        .filter(
                                other ->
                                        other.outranks(holder.get())
                                                || isAffected(
                                                        other.reservation()
                                                                .orElseThrow()
                                                                .placement(),
                                                        reservation))
                        .anyMatch(other -> comesBefore(other, holder.get(), reservation));
        return started || kept;
    }

    /** Whether the job's use counts against the holder's quota, wherever it runs. */
    private static boolean sharesQuota(RunningJob runningJob, PendingJob holder) {
        return runningJob.team == holder.team()
                || holder.team()
                        .guarantor(runningJob.type)
                        .filter(runningJob.team.path::contains)
                        .isPresent()
                || runningJob.team.path.stream()
                        .anyMatch(
                                teamShare ->
                                        teamShare.isLimited()
                                                && holder.team().path.contains(teamShare));
    }

    /** Whether it has a higher priority in the same team, or is within its guarantee while the other borrows. */
    private static boolean comesBefore(
            RunningJob runningJob,
            PendingJob holder,
            Reservation reservation,
            ScenarioRunner.Observation scene) {
        int priority = runningJob.workload().attributes().priority().level();
        if (runningJob.team == holder.team() && priority != holder.priority()) {
            return priority > holder.priority();
        }
        return wasWithinGuarantee(runningJob, scene) && borrows(holder, reservation);
    }

    /** Compared with the jobs that ran before: jobs that started with it may be younger. */
    private static boolean wasWithinGuarantee(
            RunningJob runningJob, ScenarioRunner.Observation scene) {
        Optional<TeamShare> guarantor = runningJob.team.guarantor(runningJob.type);
        int before =
                scene.after().running().stream()
                        .filter(runningWorkload -> runningWorkload.since().isBefore(scene.now()))
                        .map(
                                runningWorkload ->
                                        scene.plan()
                                                .clusterIndex()
                                                .runningJob(runningWorkload.id())
                                                .orElseThrow())
                        .filter(other -> other.type.equals(runningJob.type))
                        .filter(other -> other.team.guarantor(other.type).equals(guarantor))
                        .mapToInt(RunningJob::thousandths)
                        .sum();
        return runningJob.thousandths() > 0
                && guarantor.isPresent()
                && before + runningJob.thousandths() <= guarantor.get().guarantee(runningJob.type);
    }

    private static boolean comesBefore(
            PendingJob other, PendingJob holder, Reservation reservation) {
        return (other.team() == holder.team() && other.priority() != holder.priority())
                ? other.priority() > holder.priority()
                : other.reservesWithinGuarantee() && borrows(holder, reservation);
    }

    private static boolean borrows(PendingJob holder, Reservation reservation) {
        return holder.requestClass().pools().stream()
                .filter(
                        nodePool ->
                                nodePool.nodes.stream()
                                        .anyMatch(nodeState -> isOn(nodeState, reservation)))
                .noneMatch(
                        nodePool ->
                                holder.team()
                                        .fitsGuarantee(
                                                nodePool.type(),
                                                reservation.placement().totalThousandths(),
                                                holder));
    }

    private static boolean isOn(NodeState nodeState, Reservation reservation) {
        return reservation.placement().seats().stream()
                .anyMatch(allocation -> allocation.node().equals(nodeState.node.name()));
    }

    static boolean isAffected(Placement placement, Reservation reservation) {
        return placement.seats().stream()
                .anyMatch(
                        allocation ->
                                reservation.placement().seats().stream()
                                        .anyMatch(kept -> kept.node().equals(allocation.node())));
    }

    /** Whether a job on its nodes that was not backfilled has outlived its estimate. */
    private static boolean outlivedEstimate(
            ScenarioRunner.Observation scene, Reservation reservation) {
        return scene.before().running().stream()
                .filter(runningWorkload -> runningWorkload.backfilledBefore().isEmpty())
                .filter(runningWorkload -> isAffected(runningWorkload.placement(), reservation))
                .anyMatch(
                        runningWorkload ->
                                runningWorkload
                                        .since()
                                        .plus(runningWorkload.workload().times().runtime().high())
                                        .minus(runningWorkload.retainedWork())
                                        .isBefore(scene.now()));
    }
}
