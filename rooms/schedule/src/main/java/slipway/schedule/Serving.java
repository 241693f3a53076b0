package slipway.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.schedule.Decision.Reason;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Promise;

/** Gives a workload a place: one that is free, or one that others are told to leave. */
final class Serving {

    private final Board clusterIndex;
    private final long now;
    private final Seating placementSearch;
    private final Victims preemptionCandidates;
    private final Clearing preemptionPlanner;
    private final Acting decisionApplier;

    Serving(Board clusterIndex, Instant at, Acting decisionApplier) {
        this.clusterIndex = clusterIndex;
        this.now = at.toEpochMilli();
        this.placementSearch = new Seating(clusterIndex);
        this.decisionApplier = decisionApplier;
        this.preemptionCandidates = new Victims(clusterIndex, now, decisionApplier::hasStarted);
        this.preemptionPlanner = new Clearing(preemptionCandidates, now);
    }

    /** Whether there may be somebody whom it may take. */
    boolean mayTake(Waiter pendingJob, boolean within) {
        return preemptionCandidates.mayTake(new Asker(pendingJob, within, true, now));
    }

    /** Tells others to go, at once or as soon as they have run long enough, and keeps the place. */
    boolean makeRoom(Waiter pendingJob, boolean within) {
        var placementRequest = new Asker(pendingJob, within, true, now);
        Optional<Clearing.Room> room = preemptionPlanner.room(placementRequest);
        room.ifPresent(found -> clear(placementRequest, found));
        return room.isPresent();
    }

    private void clear(Asker placementRequest, Clearing.Room room) {
        Instant from = room.at() <= now ? decisionApplier.by() : Instant.ofEpochMilli(room.at());
        decisionApplier.keep(placementRequest, new Promise(room.placement(), from, from, true));
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

    private static Reason reason(Tenant runningJob, Waiter pendingJob) {
        WorkloadId id = pendingJob.waiting().id();
        if (runningJob.running().gap().equals(Optional.of(id))) {
            return new Reason.GapEnds(id);
        }
        if (runningJob.team != pendingJob.team()) {
            return new Reason.Reclaimed(id);
        }
        return runningJob.workload().manner().priority().level() < pendingJob.priority()
                        || pendingJob.workload().isService()
                ? new Reason.Outranked(id)
                : new Reason.Overtaken(id);
    }

    boolean start(Waiter pendingJob, boolean within) {
        var placementRequest = new Asker(pendingJob, within, true, now);
        for (int nodes = pendingJob.form().nodes();
                nodes >= pendingJob.form().ask().gang().least();
                nodes--) {
            Optional<Placement> placement = placementSearch.find(placementRequest, nodes);
            if (placement.isPresent() && decisionApplier.start(placementRequest, placement.get())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the room that is to be made for it later can still be made: who borrowed then may not do so now. */
    boolean canMakeRoom(Waiter pendingJob, boolean within, Promise reservation) {
        List<Host> hosts =
                reservation.placement().seats().stream()
                        .map(seat -> Objects.requireNonNull(clusterIndex.host(seat.node())))
                        .toList();
        var placementRequest = new Asker(pendingJob, within, true, now);
        return preemptionPlanner.isPossible(
                placementRequest, hosts, reservation.from().toEpochMilli());
    }

    /** The same if it comes sooner than this. */
    boolean makeRoomBefore(Instant starts, Waiter pendingJob) {
        var placementRequest = new Asker(pendingJob, true, true, now);
        Optional<Clearing.Room> room =
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
