package slipway.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision.Reason;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Reservation;

/** Gives a workload a place: one that is free, or one that others are told to leave. */
final class Allocator {

    private final ClusterIndex clusterIndex;
    private final long now;
    private final PlacementSearch placementSearch;
    private final PreemptionCandidates preemptionCandidates;
    private final PreemptionPlanner preemptionPlanner;
    private final DecisionApplier decisionApplier;

    Allocator(ClusterIndex clusterIndex, Instant at, DecisionApplier decisionApplier) {
        this.clusterIndex = clusterIndex;
        this.now = at.toEpochMilli();
        this.placementSearch = new PlacementSearch(clusterIndex);
        this.decisionApplier = decisionApplier;
        this.preemptionCandidates =
                new PreemptionCandidates(clusterIndex, now, decisionApplier::hasStarted);
        this.preemptionPlanner = new PreemptionPlanner(preemptionCandidates, now);
    }

    /** Whether there may be somebody whom it may take. */
    boolean mayTake(PendingJob pendingJob, boolean within) {
        return preemptionCandidates.mayTake(new PlacementRequest(pendingJob, within, true, now));
    }

    /** Tells others to go, at once or as soon as they have run long enough, and keeps the place. */
    boolean makeRoom(PendingJob pendingJob, boolean within) {
        var placementRequest = new PlacementRequest(pendingJob, within, true, now);
        Optional<PreemptionPlanner.Room> room = preemptionPlanner.room(placementRequest);
        room.ifPresent(found -> clear(placementRequest, found));
        return room.isPresent();
    }

    private void clear(PlacementRequest placementRequest, PreemptionPlanner.Room room) {
        Instant from = room.at() <= now ? decisionApplier.by() : Instant.ofEpochMilli(room.at());
        decisionApplier.keep(placementRequest, new Reservation(room.placement(), from, from, true));
        if (room.at() <= now) {
            room.stopped()
                    .forEach(
                            runningJob ->
                                    decisionApplier.stop(
                                            runningJob,
                                            reason(runningJob, placementRequest.waiter())));
            room.shrunk().forEach(decisionApplier::shrink);
        }
    }

    private static Reason reason(RunningJob runningJob, PendingJob pendingJob) {
        WorkloadId id = pendingJob.waiting().id();
        if (runningJob.running().backfilledBefore().equals(Optional.of(id))) {
            return new Reason.BackfillWindowEnded(id);
        }
        if (runningJob.team != pendingJob.team()) {
            return new Reason.Reclaimed(id);
        }
        return runningJob.workload().attributes().priority().level() < pendingJob.priority()
                        || pendingJob.workload().isService()
                ? new Reason.Outranked(id)
                : new Reason.Overtaken(id);
    }

    boolean start(PendingJob pendingJob, boolean within) {
        var placementRequest = new PlacementRequest(pendingJob, within, true, now);
        for (int nodes = pendingJob.form().nodes();
                nodes >= pendingJob.form().ask().gang().minNodes();
                nodes--) {
            Optional<Placement> placement = placementSearch.find(placementRequest, nodes);
            if (placement.isPresent() && decisionApplier.start(placementRequest, placement.get())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the room that is to be made for it later can still be made: who borrowed then may not do so now. */
    boolean canMakeRoom(PendingJob pendingJob, boolean within, Reservation reservation) {
        List<NodeState> hosts =
                reservation.placement().seats().stream()
                        .map(seat -> Objects.requireNonNull(clusterIndex.host(seat.node())))
                        .toList();
        var placementRequest = new PlacementRequest(pendingJob, within, true, now);
        return preemptionPlanner.isPossible(
                placementRequest, hosts, reservation.earliestStart().toEpochMilli());
    }

    /** The same if it comes sooner than this. */
    boolean makeRoomBefore(Instant starts, PendingJob pendingJob) {
        var placementRequest = new PlacementRequest(pendingJob, true, true, now);
        Optional<PreemptionPlanner.Room> room =
                preemptionPlanner
                        .room(placementRequest)
                        .filter(
                                found ->
                                        Instant.ofEpochMilli(Math.max(now, found.at()))
                                                .plus(clusterIndex.policy.notice())
                                                .isBefore(starts));
        room.ifPresent(found -> clear(placementRequest, found));
        return room.isPresent();
    }
}
