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
    private final Map<WorkloadId, Decision> decided;

    DecisionApplier(ClusterIndex clusterIndex, Instant at, Map<WorkloadId, Decision> decided) {
        this.clusterIndex = clusterIndex;
        this.at = at;
        this.decided = decided;
    }

    /** Whether it has only just started, by this plan: nobody is started and stopped at once. */
    boolean hasStarted(RunningJob runningJob) {
        return decided.get(runningJob.running().id()) instanceof Decision.Start;
    }

    /** When whoever is told to go now will have gone. */
    Instant by() {
        return at.plus(clusterIndex.policy.notice());
    }

    /** False if it would stand in the gaps of several: it can give way to one only. */
    boolean start(PlacementRequest placementRequest, Placement placement) {
        Set<PendingJob> disturbed = placementRequest.disturbed(clusterIndex, placement);
        List<WorkloadId> gaps = placementRequest.gaps(disturbed);
        if (gaps.size() > 1) {
            return false;
        }
        passOn(placementRequest, disturbed);
        useUp(placementRequest, placement);
        PendingJob pendingJob = placementRequest.waiter();
        Optional<WorkloadId> gap = gaps.stream().findFirst();
        clusterIndex.unqueue(pendingJob);
        pendingJob.team().settle(at, clusterIndex.policy.halfLife());
        clusterIndex.seat(
                new RunningWorkload(
                        pendingJob.workload(),
                        placement,
                        at,
                        pendingJob.waiting().retainedWork(),
                        Optional.empty(),
                        pendingJob.waiting().preemptions(),
                        gap,
                        Optional.empty()),
                pendingJob.form());
        WorkloadId id = pendingJob.waiting().id();
        decided.put(id, new Decision.Start(id, placement, gap));
        return true;
    }

    void keep(PlacementRequest placementRequest, Reservation reservation) {
        passOn(placementRequest, placementRequest.disturbed(clusterIndex, reservation.placement()));
        clusterIndex.promise(placementRequest.waiter(), reservation);
    }

    /** Whoever comes after it and cannot have its place any more waits anew. */
    void passOn(PlacementRequest placementRequest, Set<PendingJob> disturbed) {
        for (PendingJob holder : disturbed) {
            if (placementRequest.passes(holder)) {
                clusterIndex.forget(holder);
            }
        }
    }

    /**
     * Who has room made by a right that is used up now waits anew: this one is of a higher priority, or its team has
     * the nearer right to what is guaranteed to both.
     */
    private void useUp(PlacementRequest placementRequest, Placement placement) {
        String node = placement.seats().getFirst().node();
        String type = Objects.requireNonNull(clusterIndex.host(node)).pool.type();
        PendingJob pendingJob = placementRequest.waiter();
        placementRequest.bereft(type, placement.totalThousandths()).stream()
                .filter(pendingJob::outranks)
                .forEach(clusterIndex::forget);
        if (placementRequest.within()) {
            pendingJob.team().guarantor(type).stream()
                    .flatMap(by -> by.path.stream().filter(above -> above != by))
                    .flatMap(
                            above ->
                                    above
                                            .bereft(type, placement.totalThousandths(), pendingJob)
                                            .stream())
                    .forEach(clusterIndex::forget);
        }
    }

    void stop(RunningJob runningJob, Reason reason) {
        WorkloadId id = runningJob.running().id();
        goes(runningJob, Optional.empty());
        decided.put(id, new Decision.Preempt(id, reason, by()));
    }

    /** It goes on without these nodes. */
    void shrink(RunningJob runningJob, Set<String> without) {
        resize(
                runningJob,
                new Placement(
                        runningJob.running().placement().seats().stream()
                                .filter(seat -> !without.contains(seat.node()))
                                .toList()));
    }

    void resize(RunningJob runningJob, Placement to) {
        WorkloadId id = runningJob.running().id();
        goes(runningJob, Optional.of(to));
        decided.put(id, new Decision.Resize(id, to, by()));
    }

    void migrated(RunningJob runningJob, WorkloadId because) {
        WorkloadId id = runningJob.running().id();
        Placement to = runningJob.running().departure().orElseThrow().to().orElseThrow();
        decided.put(id, new Decision.Migrate(id, to, because, by()));
    }

    RunningJob goes(RunningJob runningJob, Optional<Placement> to) {
        return clusterIndex.becomes(
                runningJob,
                runningJob.running().departure(new RunningWorkload.Departure(by(), to)),
                at);
    }
}
