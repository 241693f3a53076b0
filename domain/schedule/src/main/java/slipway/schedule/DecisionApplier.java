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

/** Carries decisions out on the board, so that what is decided next sees them, and writes them down. */
final class DecisionApplier {

    private final ClusterIndex clusterIndex;
    private final Instant at;
    private final Map<WorkloadId, Decision> decisions;

    DecisionApplier(ClusterIndex clusterIndex, Instant at, Map<WorkloadId, Decision> decided) {
        this.clusterIndex = clusterIndex;
        this.at = at;
        this.decisions = decided;
    }

    /** Whether it has only just started, by this plan: nobody is started and stopped at once. */
    boolean hasStarted(RunningJob runningJob) {
        return decisions.get(runningJob.running().id()) instanceof Decision.Start;
    }

    /** When whoever is told to go now will have gone. */
    Instant noticeEnd() {
        return at.plus(clusterIndex.policy.notice());
    }

    /** False if it would stand in the gaps of several: it can give way to one only. */
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

    /** Whoever comes after it and cannot have its place any more waits anew. */
    void cancelInvalidated(PlacementRequest placementRequest, Set<PendingJob> invalidated) {
        for (PendingJob holder : invalidated) {
            if (placementRequest.outranksHolder(holder)) {
                clusterIndex.cancelReservation(holder);
            }
        }
    }

    /**
     * Who has room made by a right that is used up now waits anew: this one is of a higher priority, or its team has
     * the nearer right to what is guaranteed to both.
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

    /** It goes on without these nodes. */
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
