package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision.Reason;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.Reservation;

/** Keeps reservations from one cycle to the next, and starts their holders when their accelerators are free. */
final class ReservationKeeper {

    private final ClusterIndex clusterIndex;
    private final Instant at;
    private final long now;
    private final Allocator allocator;
    private final DecisionApplier decisionApplier;

    ReservationKeeper(
            ClusterIndex clusterIndex,
            Instant at,
            Allocator allocator,
            DecisionApplier decisionApplier) {
        this.clusterIndex = clusterIndex;
        this.at = at;
        this.now = at.toEpochMilli();
        this.allocator = allocator;
        this.decisionApplier = decisionApplier;
    }

    /** Places that are no more are kept no longer. */
    void forgetLost() {
        for (PendingJob pendingJob : clusterIndex.promised()) {
            if (!stands(pendingJob, pendingJob.promise().orElseThrow())) {
                clusterIndex.forget(pendingJob);
            }
        }
    }

    /** Whoever has room made only later may start on what it borrows, if nobody within a guarantee wants that. */
    void borrowMeanwhile(PendingJob pendingJob) {
        Optional<Reservation> promise = pendingJob.promise();
        if (promise.isPresent() && !leaving(pendingJob, promise.get())) {
            allocator.start(pendingJob, false);
        }
    }

    void keep(PendingJob pendingJob, boolean heldWithin) {
        if (pendingJob.promise().isEmpty()) {
            return; // somebody who comes before it has just taken the place
        }
        Reservation reservation = pendingJob.promise().get();
        boolean within = pendingJob.within();
        if ((within && allocator.start(pendingJob, true))
                || (!heldWithin && allocator.start(pendingJob, false))) {
            return;
        }
        boolean from = !at.isBefore(reservation.earliestStart());
        boolean late = at.isAfter(reservation.latestStart().plus(clusterIndex.policy.notice()));
        // For whom room is made, everybody goes at one time: those in the gap and those in the way.
        if (from && !reservation.viaPreemption() && endGaps(pendingJob, reservation)) {
            return;
        }
        if ((late || (from && reservation.viaPreemption())) && !leaving(pendingJob, reservation)) {
            if (!makeRoom(pendingJob, within) && !endGaps(pendingJob, reservation)) {
                clusterIndex.forget(pendingJob); // it asks anew
            }
        } else if (!from
                && reservation.viaPreemption()
                && !leaving(pendingJob, reservation)
                && !canMakeRoom(pendingJob, reservation)) {
            clusterIndex.forget(pendingJob);
        } else if (within) {
            makeRoomSooner(pendingJob, reservation);
        }
    }

    /** Within its guarantee or, since that may be of another type than the place, as one that borrows. */
    private boolean makeRoom(PendingJob pendingJob, boolean within) {
        return (within && allocator.makeRoom(pendingJob, true))
                || allocator.makeRoom(pendingJob, false);
    }

    private boolean canMakeRoom(PendingJob pendingJob, Reservation reservation) {
        return (pendingJob.holdsWithin() && allocator.canMakeRoom(pendingJob, true, reservation))
                || allocator.canMakeRoom(pendingJob, false, reservation);
    }

    /** Whether somebody who was told to go is still in the way. */
    private boolean leaving(PendingJob pendingJob, Reservation reservation) {
        List<RunningJob> there = occupants(reservation);
        return there.stream().anyMatch(RunningJob::leaving)
                || reservation.placement().seats().stream()
                        .anyMatch(seat -> isFedSoon(pendingJob, seat))
                || (there.isEmpty() && waitsForLimit(pendingJob, reservation));
    }

    /** Whether too few processors or too little memory is free there, and those who were told to go leave enough. */
    private boolean isFedSoon(PendingJob pendingJob, NodeAllocation seat) {
        NodeState nodeState = clusterIndex.host(seat.node());
        RequestClass requestClass = pendingJob.form();
        if (nodeState == null
                || (nodeState.cpus() >= requestClass.cpus
                        && nodeState.memory() >= requestClass.memory)) {
            return false;
        }
        List<RunningJob> leaving =
                nodeState.tenants.stream().filter(each -> each.leaves(nodeState)).toList();
        long cpus = nodeState.cpus() + leaving.stream().mapToLong(each -> each.form.cpus).sum();
        long memory =
                nodeState.memory() + leaving.stream().mapToLong(each -> each.form.memory).sum();
        return cpus >= requestClass.cpus && memory >= requestClass.memory;
    }

    /** Whether it is only a limit that stops it, and those who were told to go will have it met. */
    private boolean waitsForLimit(PendingJob pendingJob, Reservation reservation) {
        var placementRequest = new PlacementRequest(pendingJob, false, true, now);
        int more = reservation.placement().totalThousandths();
        return !placementRequest.isAllowed(pendingJob.heldType, more, FreedQuota.NONE)
                && placementRequest.isAllowed(pendingJob.heldType, more, FreedQuota.by(Map.of()));
    }

    /** Unless others have been told to go already, for they would go in vain. */
    boolean makeRoomSooner(PendingJob pendingJob, Reservation reservation) {
        if (reservation.viaPreemption() && leaving(pendingJob, reservation)) {
            return false;
        }
        Instant starts =
                reservation.viaPreemption()
                        ? reservation.latestStart().plus(clusterIndex.policy.notice())
                        : reservation.latestStart();
        return allocator.makeRoomBefore(starts, pendingJob);
    }

    /** Whether its nodes are there, and it is not kept away from them. */
    private boolean stands(PendingJob pendingJob, Reservation reservation) {
        var placementRequest = new PlacementRequest(pendingJob, false, true, now);
        for (NodeAllocation seat : reservation.placement().seats()) {
            NodeState nodeState = clusterIndex.host(seat.node());
            if (nodeState == null || !nodeState.ready() || placementRequest.keptOff(nodeState)) {
                return false;
            }
        }
        return true;
    }

    private List<RunningJob> occupants(Reservation reservation) {
        List<RunningJob> there = new ArrayList<>();
        for (NodeAllocation seat : reservation.placement().seats()) {
            NodeState nodeState = clusterIndex.host(seat.node());
            if (nodeState != null) {
                nodeState.tenants.stream()
                        .filter(
                                runningJob ->
                                        PlacementRequest.sitsOn(runningJob, nodeState, seat.mask()))
                        .forEach(there::add);
            }
        }
        return there;
    }

    /**
     * Whoever was let into the gap goes, once nobody else is in the way. When the place should have been free by now,
     * so does everybody in it who was let into any gap and has stayed too long, and on its nodes whoever was to be
     * over by now: it may be processors or memory that are missing. True if somebody has to go.
     */
    private boolean endGaps(PendingJob pendingJob, Reservation reservation) {
        WorkloadId holder = pendingJob.waiting().id();
        boolean over = !at.isBefore(reservation.latestStart());
        Set<RunningJob> going = new LinkedHashSet<>(clusterIndex.going().inGapOf(holder));
        for (RunningJob runningJob : occupants(reservation)) {
            if (over && runningJob.running().backfilledBefore().isPresent()) {
                going.add(runningJob);
            } else if (!runningJob.leaving() && !going.contains(runningJob)) {
                return false;
            }
        }
        if (over) {
            reservation.placement().seats().forEach(seat -> going.addAll(overdue(seat)));
        }
        going.removeIf(RunningJob::leaving);
        going.forEach(
                runningJob ->
                        decisionApplier.stop(runningJob, new Reason.BackfillWindowEnded(holder)));
        return !going.isEmpty();
    }

    private List<RunningJob> overdue(NodeAllocation seat) {
        NodeState nodeState = clusterIndex.host(seat.node());
        return nodeState == null
                ? List.of()
                : nodeState.tenants.stream()
                        .filter(runningJob -> runningJob.running().backfilledBefore().isPresent())
                        .filter(runningJob -> runningJob.plannedEnd() <= now)
                        .toList();
    }
}
