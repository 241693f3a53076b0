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

    /** Cancels reservations on nodes that no longer exist or may no longer be used. */
    void cancelInvalid() {
        for (PendingJob pendingJob : clusterIndex.reservationHolders()) {
            if (!isValid(pendingJob, pendingJob.reservation().orElseThrow())) {
                clusterIndex.cancelReservation(pendingJob);
            }
        }
    }

    /**
     * Starts the holder of a later preemption on borrowed accelerators now, if no job within a guarantee needs them.
     */
    void startOnBorrowed(PendingJob pendingJob) {
        Optional<Reservation> reservation = pendingJob.reservation();
        if (reservation.isPresent() && !isBeingVacated(pendingJob, reservation.get())) {
            allocator.start(pendingJob, false);
        }
    }

    void startOrKeep(PendingJob pendingJob, boolean reservedWithinGuarantee) {
        if (pendingJob.reservation().isEmpty()) {
            return; // a job that comes before it has just taken the place
        }
        Reservation reservation = pendingJob.reservation().get();
        boolean fitsGuarantee = pendingJob.fitsGuarantee();
        if ((fitsGuarantee && allocator.start(pendingJob, true))
                || (!reservedWithinGuarantee && allocator.start(pendingJob, false))) {
            return;
        }
        boolean windowEnded = !at.isBefore(reservation.earliestStart());
        boolean overdue = at.isAfter(reservation.latestStart().plus(clusterIndex.policy.notice()));
        // With preemption, backfilled jobs and victims get their notice at the same time.
        if (windowEnded
                && !reservation.viaPreemption()
                && endBackfillWindow(pendingJob, reservation)) {
            return;
        }
        if ((overdue || (windowEnded && reservation.viaPreemption()))
                && !isBeingVacated(pendingJob, reservation)) {
            if (!preempt(pendingJob, fitsGuarantee)
                    && !endBackfillWindow(pendingJob, reservation)) {
                clusterIndex.cancelReservation(pendingJob); // it will search again
            }
        } else if (!windowEnded
                && reservation.viaPreemption()
                && !isBeingVacated(pendingJob, reservation)
                && !canStillPreempt(pendingJob, reservation)) {
            clusterIndex.cancelReservation(pendingJob);
        } else if (fitsGuarantee) {
            preemptSooner(pendingJob, reservation);
        }
    }

    /** Preempts within the guarantee or, since that may be of another type than the reservation, as a borrower. */
    private boolean preempt(PendingJob pendingJob, boolean fitsGuarantee) {
        return (fitsGuarantee && allocator.preempt(pendingJob, true))
                || allocator.preempt(pendingJob, false);
    }

    private boolean canStillPreempt(PendingJob pendingJob, Reservation reservation) {
        return (pendingJob.reservesWithinGuarantee()
                        && allocator.canStillPreempt(pendingJob, true, reservation))
                || allocator.canStillPreempt(pendingJob, false, reservation);
    }

    /** Whether departing jobs still occupy the reservation. */
    private boolean isBeingVacated(PendingJob pendingJob, Reservation reservation) {
        List<RunningJob> occupants = occupants(reservation);
        return occupants.stream().anyMatch(RunningJob::departing)
                || reservation.placement().seats().stream()
                        .anyMatch(allocation -> willHaveCpuAndMemory(pendingJob, allocation))
                || (occupants.isEmpty() && waitsForLimit(pendingJob, reservation));
    }

    /** Whether CPU cores or memory are short there now and departing jobs leave enough. */
    private boolean willHaveCpuAndMemory(PendingJob pendingJob, NodeAllocation allocation) {
        NodeState nodeState = clusterIndex.node(allocation.node());
        RequestClass requestClass = pendingJob.requestClass();
        if (nodeState == null
                || (nodeState.cpus() >= requestClass.cpus
                        && nodeState.memory() >= requestClass.memory)) {
            return false;
        }
        List<RunningJob> departing =
                nodeState.runningJobs.stream().filter(each -> each.departsFrom(nodeState)).toList();
        long cpus =
                nodeState.cpus()
                        + departing.stream().mapToLong(each -> each.requestClass.cpus).sum();
        long memory =
                nodeState.memory()
                        + departing.stream().mapToLong(each -> each.requestClass.memory).sum();
        return cpus >= requestClass.cpus && memory >= requestClass.memory;
    }

    /** Whether only a limit blocks it, and departing jobs will free enough of it. */
    private boolean waitsForLimit(PendingJob pendingJob, Reservation reservation) {
        var placementRequest = new PlacementRequest(pendingJob, false, true, now);
        int more = reservation.placement().totalThousandths();
        return !placementRequest.limitsAllow(pendingJob.reservedType, more, FreedQuota.NONE)
                && placementRequest.limitsAllow(
                        pendingJob.reservedType, more, FreedQuota.by(Map.of()));
    }

    /** Preempts if that starts it sooner, unless other jobs are departing for it already. */
    boolean preemptSooner(PendingJob pendingJob, Reservation reservation) {
        if (reservation.viaPreemption() && isBeingVacated(pendingJob, reservation)) {
            return false;
        }
        Instant starts =
                reservation.viaPreemption()
                        ? reservation.latestStart().plus(clusterIndex.policy.notice())
                        : reservation.latestStart();
        return allocator.preemptBefore(starts, pendingJob);
    }

    /** Whether its nodes are ready and it is not excluded from them. */
    private boolean isValid(PendingJob pendingJob, Reservation reservation) {
        var placementRequest = new PlacementRequest(pendingJob, false, true, now);
        for (NodeAllocation allocation : reservation.placement().seats()) {
            NodeState nodeState = clusterIndex.node(allocation.node());
            if (nodeState == null
                    || !nodeState.isReady()
                    || placementRequest.isExcludedFrom(nodeState)) {
                return false;
            }
        }
        return true;
    }

    private List<RunningJob> occupants(Reservation reservation) {
        List<RunningJob> occupants = new ArrayList<>();
        for (NodeAllocation allocation : reservation.placement().seats()) {
            NodeState nodeState = clusterIndex.node(allocation.node());
            if (nodeState != null) {
                nodeState.runningJobs.stream()
                        .filter(
                                runningJob ->
                                        PlacementRequest.occupies(
                                                runningJob, nodeState, allocation.mask()))
                        .forEach(occupants::add);
            }
        }
        return occupants;
    }

    /**
     * Ends the backfill window: preempts the jobs that were backfilled, once nothing else occupies the reservation.
     * After the latest start it also preempts all backfilled jobs that occupy it, and on its nodes those that should
     * have ended by now: CPU cores or memory may be what is missing. Returns true if a job has to go.
     */
    private boolean endBackfillWindow(PendingJob pendingJob, Reservation reservation) {
        WorkloadId holder = pendingJob.pending().id();
        boolean overdue = !at.isBefore(reservation.latestStart());
        Set<RunningJob> victims =
                new LinkedHashSet<>(clusterIndex.departingJobs().backfilledBefore(holder));
        for (RunningJob runningJob : occupants(reservation)) {
            if (overdue && runningJob.running().backfilledBefore().isPresent()) {
                victims.add(runningJob);
            } else if (!runningJob.departing() && !victims.contains(runningJob)) {
                return false;
            }
        }
        if (overdue) {
            reservation
                    .placement()
                    .seats()
                    .forEach(allocation -> victims.addAll(overdue(allocation)));
        }
        victims.removeIf(RunningJob::departing);
        victims.forEach(
                runningJob ->
                        decisionApplier.preempt(
                                runningJob, new Reason.BackfillWindowEnded(holder)));
        return !victims.isEmpty();
    }

    private List<RunningJob> overdue(NodeAllocation allocation) {
        NodeState nodeState = clusterIndex.node(allocation.node());
        return nodeState == null
                ? List.of()
                : nodeState.runningJobs.stream()
                        .filter(runningJob -> runningJob.running().backfilledBefore().isPresent())
                        .filter(runningJob -> runningJob.plannedLatestEnd() <= now)
                        .toList();
    }
}
