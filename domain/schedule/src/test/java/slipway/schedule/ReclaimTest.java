package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Reservation;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.ScenarioRunner;
import slipway.testkit.Property;

/** Reclaim: sharing never delays a job that fits the guarantee of its team. */
class ReclaimTest {

    private static final int SEEDS = 1_000;

    /** A job that has just started can be preempted by the next cycle at the earliest. */
    private static final Duration NEXT_CYCLE = Duration.ofMillis(1);

    @Test
    void a_job_within_its_guarantee_reclaims_what_others_borrowed() {
        Property.holds(
                SEEDS,
                EventScripts.scripts(90),
                script -> new ScenarioRunner(script, ReclaimTest::assertGuaranteeServed));
    }

    /**
     * A job that fits its team's unused guarantee, and would fit without borrowers, gets a reservation that starts
     * within the notice and the remaining minimum runs of the borrowers.
     */
    private static void assertGuaranteeServed(ScenarioRunner.Observation scene) {
        if (!scene.after().policy().preemption().reclaim()) {
            return;
        }
        for (PendingWorkload pendingWorkload : scene.after().pending()) {
            PendingJob pendingJob =
                    scene.plan().clusterIndex().pendingJob(pendingWorkload.id()).orElseThrow();
            if (pendingJob.isEligible(scene.now().toEpochMilli()) && pendingJob.fitsGuarantee()) {
                Set<RunningJob> borrowed = borrowers(scene, pendingJob);
                Instant latest = latestStart(scene, pendingJob, borrowed);
                if (pendingWorkload
                        .reservation()
                        .filter(reservation -> startsInTime(reservation, latest, scene))
                        .isEmpty()) {
                    Schedule without =
                            Scheduler.decide(
                                    withoutBorrowers(borrowed, scene, pendingWorkload),
                                    scene.now());
                    if (otherReservationsHold(without, pendingWorkload)) {
                        assertThat(
                                        startsWithin(
                                                without.decision(pendingWorkload.id())
                                                        .orElseThrow(),
                                                new PlacementRequest(
                                                        pendingJob,
                                                        true,
                                                        true,
                                                        latest.toEpochMilli()),
                                                scene))
                                .as(
                                        "%s would fit without borrowers, and no job is preempted for it",
                                        pendingWorkload.id())
                                .isFalse();
                    }
                }
            }
        }
    }

    /**
     * The jobs before it still wait for their own reservations: whether they could start elsewhere does not matter
     * here.
     */
    private static boolean otherReservationsHold(
            Schedule without, PendingWorkload pendingWorkload) {
        return without.actions().stream()
                .filter(Decision.Start.class::isInstance)
                .allMatch(start -> start.workload().equals(pendingWorkload.id()));
    }

    /** Whether it starts by then: by its reservation, or because all jobs that occupy it have to leave by then. */
    private static boolean startsInTime(
            Reservation reservation, Instant latest, ScenarioRunner.Observation scene) {
        return !reservation.latestStart().isAfter(latest)
                || scene.after().running().stream()
                        .filter(
                                runningWorkload ->
                                        ReservationKeeperTest.isAffected(
                                                runningWorkload.placement(), reservation))
                        .allMatch(
                                runningWorkload ->
                                        runningWorkload
                                                .departure()
                                                .filter(
                                                        departure ->
                                                                !departure.by().isAfter(latest))
                                                .isPresent());
    }

    /** Jobs of other teams on nodes that belong to its team's guarantee in whole nodes. */
    private static List<RunningJob> borrowersOnGuaranteedNodes(
            ScenarioRunner.Observation scene, PendingJob pending) {
        return scene.plan().clusterIndex().nodes().stream()
                .filter(
                        nodeState ->
                                nodeState.guaranteedTo != null
                                        && pending.team().path.contains(nodeState.guaranteedTo))
                .flatMap(nodeState -> nodeState.runningJobs.stream())
                .toList();
    }

    /** The notice, plus the longest remaining minimum run of its possible victims. */
    private static Instant latestStart(
            ScenarioRunner.Observation scene, PendingJob pending, Set<RunningJob> borrowed) {
        Set<RunningJob> victims = new HashSet<>(borrowed);
        pending.team().runningJobs().stream()
                .filter(
                        each ->
                                each.priority() < pending.priority()
                                        || pending.workload().isService())
                .forEach(victims::add);
        victims.addAll(borrowersOnGuaranteedNodes(scene, pending));
        Instant latest = scene.now();
        for (RunningJob runningJob : victims) {
            long from = runningJob.preemptibleFrom(scene.after().policy());
            if (!runningJob.departing() && from > latest.toEpochMilli()) {
                latest = Instant.ofEpochMilli(from);
            }
        }
        return latest.plus(scene.after().policy().notice()).plus(NEXT_CYCLE);
    }

    /**
     * Whether it starts on a type within its guarantee, for longer than until a job before it starts, not on nodes that
     * are guaranteed to others, and not where a booking prevents it.
     */
    private static boolean startsWithin(
            Decision decision,
            PlacementRequest placementRequest,
            ScenarioRunner.Observation scene) {
        if (decision instanceof Decision.Start(_, var placement, var backfilledBefore)
                && backfilledBefore.isEmpty()) {
            List<NodeState> nodes =
                    placement.seats().stream()
                            .map(allocation -> scene.plan().clusterIndex().node(allocation.node()))
                            .map(java.util.Objects::requireNonNull)
                            .toList();
            String type = nodes.getFirst().pool.type();
            return placementRequest
                            .job()
                            .team()
                            .fitsGuarantee(
                                    type, placement.totalThousandths(), placementRequest.job())
                    && nodes.stream().allMatch(placementRequest::mayRunOn);
        }
        return false;
    }

    /**
     * The jobs that borrow: without them their own team, or one above that is not above the pending job too, would
     * still have its guarantee. Departing jobs count as gone, and moving jobs as arrived. Jobs that use the pending
     * job's own guarantee do not count: it may be exceeded while one of them is backfilled.
     */
    static Set<RunningJob> borrowers(ScenarioRunner.Observation scene, PendingJob pending) {
        Set<RunningJob> found = new HashSet<>();
        for (TeamShare teamShare : scene.plan().clusterIndex().teamShares()) {
            PreemptionCandidates.notGuaranteedAbove(
                            teamShare.guarantee.borrowers(), teamShare, pending.team())
                    .stream()
                    .filter(
                            each ->
                                    !pending.team()
                                            .guarantor(each.type)
                                            .equals(Optional.of(teamShare)))
                    .forEach(found::add);
        }
        scene.plan().clusterIndex().departingJobs().departing().stream()
                .filter(runningJob -> runningJob.running().departure().orElseThrow().to().isEmpty())
                .forEach(found::add);
        return found;
    }

    /**
     * The snapshot without the borrowers. Other holders that come before the job, within their guarantee or by
     * priority, have their reserved placement, or still wait for it where it is occupied.
     */
    private static ClusterSnapshot withoutBorrowers(
            Set<RunningJob> borrowed,
            ScenarioRunner.Observation scene,
            PendingWorkload pendingWorkload) {
        ClusterIndex clusterIndex = scene.plan().clusterIndex();
        PendingJob pending = clusterIndex.pendingJob(pendingWorkload.id()).orElseThrow();
        Set<WorkloadId> gone = new HashSet<>();
        borrowed.forEach(runningJob -> gone.add(runningJob.running().id()));
        ClusterSnapshot left =
                scene.after()
                        .with(
                                scene.after().running().stream()
                                        .filter(each -> !gone.contains(each.id()))
                                        .toList(),
                                List.of(pendingWorkload.withReservation(Optional.empty())));
        for (PendingJob each : clusterIndex.reservationHolders()) {
            if (each != pending && (each.reservesWithinGuarantee() || each.outranks(pending))) {
                left = withReservation(left, each.pending(), scene.now());
            }
        }
        return left;
    }

    private static ClusterSnapshot withReservation(
            ClusterSnapshot clusterSnapshot, PendingWorkload holder, Instant now) {
        Placement placement = holder.reservation().orElseThrow().placement();
        List<RunningWorkload> running = new ArrayList<>(clusterSnapshot.running());
        running.add(RunningWorkload.of(holder.workload(), placement, now));
        ClusterSnapshot there = clusterSnapshot.with(running, clusterSnapshot.pending());
        try {
            new ClusterIndex(there);
            return there;
        } catch (IllegalStateException taken) {
            List<PendingWorkload> waiting = new ArrayList<>(clusterSnapshot.pending());
            waiting.add(holder);
            return clusterSnapshot.pending(waiting);
        }
    }
}
