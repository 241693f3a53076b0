package slipway.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision;
import slipway.schedule.decision.Decision.Reason;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Reservation;
import slipway.schedule.snapshot.RunningWorkload;

/** Applies decisions to the cluster index, so that the next decisions see them, and records them. */
final class DecisionApplier {

    private final ClusterIndex clusterIndex;
    private final Instant at;
    private final Map<WorkloadId, Decision> decisions;

    DecisionApplier(ClusterIndex clusterIndex, Instant at, Map<WorkloadId, Decision> decided) {
        this.clusterIndex = clusterIndex;
        this.at = at;
        this.decisions = decided;
    }

    /** Whether this cycle started it: no job is started and preempted in the same cycle. */
    boolean hasStarted(RunningJob runningJob) {
        return decisions.get(runningJob.running().id()) instanceof Decision.Start;
    }

    /** When a job that is preempted now must have stopped. */
    Instant noticeEnd() {
        return at.plus(clusterIndex.policy.notice());
    }

    /** Returns false if it would be backfilled before several reservations: it can make way for one only. */
    boolean start(PlacementRequest placementRequest, Placement placement) {
        Set<PendingJob> invalidated =
                placementRequest.invalidatedReservations(clusterIndex, placement);
        List<WorkloadId> holders = placementRequest.backfilledBefore(invalidated);
        if (holders.size() > 1) {
            return false;
        }
        cancelInvalidated(placementRequest, invalidated);
        cancelWithoutQuota(placementRequest, placement);
        PendingJob pendingJob = placementRequest.job();
        Optional<WorkloadId> backfilledBefore = holders.stream().findFirst();
        clusterIndex.dequeue(pendingJob);
        pendingJob.team().settleUsage(at, clusterIndex.policy.halfLife());
        clusterIndex.place(
                new RunningWorkload(
                        pendingJob.workload(),
                        placement,
                        at,
                        pendingJob.pending().retainedWork(),
                        Optional.empty(),
                        pendingJob.pending().preemptions(),
                        backfilledBefore,
                        Optional.empty()),
                pendingJob.requestClass());
        WorkloadId id = pendingJob.pending().id();
        decisions.put(id, new Decision.Start(id, placement, backfilledBefore));
        return true;
    }

    void reserve(PlacementRequest placementRequest, Reservation reservation) {
        cancelInvalidated(
                placementRequest,
                placementRequest.invalidatedReservations(clusterIndex, reservation.placement()));
        clusterIndex.reserve(placementRequest.job(), reservation);
    }

    /** Cancels the reservations that it outranks and that no longer hold. */
    void cancelInvalidated(PlacementRequest placementRequest, Set<PendingJob> invalidated) {
        for (PendingJob holder : invalidated) {
            if (placementRequest.outranksHolder(holder)) {
                clusterIndex.cancelReservation(holder);
            }
        }
    }

    /**
     * Cancels reservations via preemption whose claim to the guarantee is used up now: this job has a higher priority,
     * or its team has the nearer claim to a shared guarantee.
     */
    private void cancelWithoutQuota(PlacementRequest placementRequest, Placement placement) {
        String node = placement.seats().getFirst().node();
        String type = Objects.requireNonNull(clusterIndex.node(node)).pool.type();
        PendingJob pendingJob = placementRequest.job();
        placementRequest.holdersLosingQuota(type, placement.totalThousandths()).stream()
                .filter(pendingJob::outranks)
                .forEach(clusterIndex::cancelReservation);
        if (placementRequest.withinGuarantee()) {
            pendingJob.team().guarantor(type).stream()
                    .flatMap(by -> by.path.stream().filter(above -> above != by))
                    .flatMap(
                            above ->
                                    above
                                            .holdersLosingQuota(
                                                    type, placement.totalThousandths(), pendingJob)
                                            .stream())
                    .forEach(clusterIndex::cancelReservation);
        }
    }

    void preempt(RunningJob runningJob, Reason reason) {
        WorkloadId id = runningJob.running().id();
        depart(runningJob, Optional.empty());
        decisions.put(id, new Decision.Preempt(id, reason, noticeEnd()));
    }

    /** Continues on its other nodes. */
    void shrink(RunningJob runningJob, Set<String> without) {
        resize(
                runningJob,
                new Placement(
                        runningJob.running().placement().seats().stream()
                                .filter(allocation -> !without.contains(allocation.node()))
                                .toList()));
    }

    void resize(RunningJob runningJob, Placement to) {
        WorkloadId id = runningJob.running().id();
        depart(runningJob, Optional.of(to));
        decisions.put(id, new Decision.Resize(id, to, noticeEnd()));
    }

    void recordMigration(RunningJob runningJob, WorkloadId because) {
        WorkloadId id = runningJob.running().id();
        Placement to = runningJob.running().departure().orElseThrow().to().orElseThrow();
        decisions.put(id, new Decision.Migrate(id, to, because, noticeEnd()));
    }

    RunningJob depart(RunningJob runningJob, Optional<Placement> to) {
        return clusterIndex.replace(
                runningJob,
                runningJob.running().departure(new RunningWorkload.Departure(noticeEnd(), to)),
                at);
    }
}
