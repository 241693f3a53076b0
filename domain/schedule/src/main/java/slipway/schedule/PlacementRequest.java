package slipway.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.Node.Devices;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * The search for a placement by one pending job, and which accelerators it may use: free ones, those of a reservation
 * that is needed only later (backfill), and those of borrowers.
 *
 * @param withinGuarantee whether it asks within its team's guarantee; then it passes those who borrow
 * @param respectsReservations whether it keeps off places that are kept for others; a look without asks what would be free otherwise
 */
record PlacementRequest(PendingJob job, boolean withinGuarantee, boolean respectsReservations, long now) {

    RequestClass requestClass() {
        return job.requestClass();
    }

    /** The same at another time. */
    PlacementRequest at(long time) {
        return new PlacementRequest(job, withinGuarantee, respectsReservations, time);
    }

    /** Whether its team may have so much here, in the way it asks. */
    boolean quotaAllows(NodePool nodePool, int nodes) {
        return quotaAllows(nodePool, nodes, FreedQuota.NONE);
    }

    /** The same if others went. */
    boolean quotaAllows(NodePool nodePool, int nodes, FreedQuota freedQuota) {
        int more = nodePool.thousandthsFor(requestClass()) * nodes;
        return limitsAllow(nodePool.type(), more, freedQuota)
                && (!withinGuarantee || job.team().fitsGuarantee(nodePool.type(), more, job));
    }

    /** Whether the limits allow so much more. */
    boolean limitsAllow(String type, int more, FreedQuota freedQuota) {
        for (TeamShare teamShare : job.team().path) {
            for (String quota : List.of(type, TeamQuotas.ANY)) {
                int left = teamShare.leftUnderLimit(quota);
                if (left != TeamShare.UNLIMITED && left + freedQuota.of(teamShare, quota) < more) {
                    return false;
                }
            }
        }
        if (!respectsReservations) {
            return true;
        }
        for (PendingJob holder : holdersShortOfLimit(type, more, freedQuota)) {
            if (!mayUseReservationOf(holder)) {
                return false;
            }
        }
        return true;
    }

    /** For whom a limit, of its team or one above, would leave too little. */
    private Set<PendingJob> holdersShortOfLimit(String type, int more, FreedQuota freedQuota) {
        List<PendingJob> losingQuota = holdersLosingQuota(type, more);
        if (losingQuota.isEmpty() && !job.team().isLimited()) {
            return Set.of(); // the usual case, and this is asked with every search
        }
        Set<PendingJob> found = new LinkedHashSet<>();
        for (TeamShare teamShare : job.team().path) {
            for (String quota : List.of(type, TeamQuotas.ANY)) {
                if (!teamShare.reservationHolders.isEmpty() && teamShare.leftUnderLimit(quota) != TeamShare.UNLIMITED) {
                    int left = teamShare.leftUnderLimit(quota) + freedQuota.of(teamShare, quota) - more;
                    holdersShortOfLimit(teamShare, quota, left, freedQuota, found);
                }
            }
        }
        for (PendingJob holder : losingQuota) {
            if (!job.outranks(holder)) {
                found.add(holder);
            }
        }
        return found;
    }

    /** Who would lose the right to the room that is made for it if this one had so much more. */
    List<PendingJob> holdersLosingQuota(String type, int more) {
        return job.team()
                .guarantor(type)
                .map(by -> by.holdersLosingQuota(type, more, job))
                .orElse(List.of());
    }

    private void holdersShortOfLimit(
            TeamShare teamShare,
            String quota,
            int available,
            FreedQuota freedQuota,
            Set<PendingJob> found) {
        List<PendingJob> inOrder = new ArrayList<>(teamShare.reservationHolders);
        inOrder.removeIf(holder -> holder == job || !holder.reservesFrom(quota));
        inOrder.sort(Comparator.comparing(holder -> !defersTo(holder)));
        int left = available;
        for (PendingJob holder : inOrder) {
            int claim = teamShare.claim(holder, quota) - holder.thousandthsToPreempt(teamShare, quota, freedQuota);
            boolean later = startsBeforePreemptionFor(holder);
            if (claim > Math.max(0, left) && (!later || fitsBackfillWindow(holder))) {
                found.add(holder);
            }
            left -= later ? 0 : Math.max(0, claim);
        }
    }

    /**
     * Whether both have a place, and others will be stopped for the holder's only after this one has come. Those go
     * first, and what this one has was counted when the holder was promised what they leave; or this one came after and
     * was let into the gap, where it goes when the holder comes.
     */
    private boolean startsBeforePreemptionFor(PendingJob holder) {
        return job.reservation()
                .filter(
                        mine ->
                                holder.reservesViaPreemption()
                                        && holder.occupants().noneMatch(RunningJob::departing))
                .filter(
                        mine ->
                                mine.latestStart()
                                        .isBefore(holder.reservation().orElseThrow().earliestStart()))
                .isPresent();
    }

    /** The accelerators of a host that it may use, of those that are wholly free. */
    long usableAccelerators(NodeState nodeState) {
        long mask = nodeState.freeMask();
        if (!nodeState.isRestricted() || !respectsReservations) {
            return mask;
        }
        if (isClosed(nodeState)) {
            return 0;
        }
        for (NodeState.NodeReservation reservation : nodeState.reservations) {
            if (!mayUseReservationOf(reservation.holder())) {
                mask &= ~reservation.allocation().mask();
            }
        }
        return mask;
    }

    /** Whether it may use enough of the host's accelerators; who needs none must still be let in. */
    boolean hasEnoughOn(NodeState nodeState) {
        int count = requestClass().count;
        return count == 0
                ? !nodeState.isRestricted() || !respectsReservations || !isClosed(nodeState)
                : Long.bitCount(usableAccelerators(nodeState)) >= count;
    }

    /** Whether it may not be there at all, or would leave too little for somebody who comes. */
    private boolean isClosed(NodeState nodeState) {
        return !mayEverUse(nodeState)
                || nodeState.reservations.stream()
                        .anyMatch(
                                reservation ->
                                        !mayUseReservationOf(reservation.holder())
                                                && leavesTooLittleCpuOrMemory(nodeState, reservation, Set.of()));
    }

    /** Whether it may never be on this node. */
    boolean isExcludedFrom(NodeState nodeState) {
        return requestClass().excludes(nodeState)
                || (nodeState.guaranteedTo != null
                        && withinGuarantee
                        && !job.team().path.contains(nodeState.guaranteedTo));
    }

    /** Whether home and bookings let it be on this node, and it is not kept away from there. */
    boolean mayRunOn(NodeState nodeState) {
        return nodeState.isRestricted() ? mayEverUse(nodeState) : !requestClass().excludes(nodeState);
    }

    /** Accelerators that are kept for those whom it does not pass. */
    long reservedForEarlier(NodeState nodeState) {
        long mask = 0;
        for (NodeState.NodeReservation reservation : nodeState.reservations) {
            if (defersTo(reservation.holder())) {
                mask |= reservation.allocation().mask();
            }
        }
        return mask;
    }

    /** Thousandths of one accelerator that it may use. */
    int usableAccelerators(NodeState nodeState, int device) {
        int free = nodeState.freeThousandths(device);
        if (!nodeState.isRestricted() || !respectsReservations) {
            return free;
        }
        if (isClosed(nodeState)) {
            return 0;
        }
        for (NodeState.NodeReservation reservation : nodeState.reservations) {
            if (!mayUseReservationOf(reservation.holder())) {
                free = Math.min(free, leftBeside(nodeState, reservation, device));
            }
        }
        return free;
    }

    /** Thousandths of an accelerator that its holder, and those who will still be there, leave. */
    private int leftBeside(NodeState nodeState, NodeState.NodeReservation reservation, int device) {
        if ((reservation.allocation().mask() >> device & 1) == 0) {
            return Devices.WHOLE;
        }
        int left = Devices.WHOLE - reservation.allocation().thousandths();
        for (RunningJob runningJob : nodeState.runningJobs) {
            if (isStillThere(runningJob, nodeState, reservation)) {
                left -= runningJob.thousandthsOn(nodeState, device);
            }
        }
        for (NodeState.NodeReservation other : nodeState.reservations) {
            left -= other.equals(reservation) ? 0 : reservedThousandths(other, device);
        }
        return left;
    }

    /** Thousandths of an accelerator that are kept for those who come before it. */
    int reservedThousandths(NodeState nodeState, int device) {
        int sum = 0;
        for (NodeState.NodeReservation reservation : nodeState.reservations) {
            sum += reservedThousandths(reservation, device);
        }
        return sum;
    }

    private int reservedThousandths(NodeState.NodeReservation reservation, int device) {
        boolean here = (reservation.allocation().mask() >> device & 1) != 0;
        return here && defersTo(reservation.holder()) ? reservation.allocation().thousandths() : 0;
    }

    /** Bookings and homes: whether it may be on this node at all. */
    private boolean mayEverUse(NodeState nodeState) {
        return !isExcludedFrom(nodeState) && nodeState.bookings.stream().allMatch(this::endsBeforeBooking);
    }

    /** Whether no booking of others is still to come or to end here. */
    boolean isFreeOfBookings(NodeState nodeState) {
        return nodeState.bookings.isEmpty()
                || nodeState.bookings.stream()
                        .allMatch(
                                booking -> now >= booking.until().toEpochMilli() || isBookedFor(booking));
    }

    private boolean endsBeforeBooking(Booking booking) {
        if (now >= booking.until().toEpochMilli() || isBookedFor(booking)) {
            return true;
        }
        long from = booking.from().toEpochMilli();
        return now < from && (now + job.maxRemaining() <= from || job.isPreemptibleWithin(from - now));
    }

    private boolean isBookedFor(Booking booking) {
        return booking.team()
                .filter(
                        team ->
                                job.team().path.stream()
                                        .anyMatch(teamShare -> teamShare.team.id().equals(team)))
                .isPresent();
    }

    /** Whose kept place does not stop it: it comes before the holder, or is gone by then. */
    private boolean mayUseReservationOf(PendingJob holder) {
        return holder == job || outranksHolder(holder) || fitsBackfillWindow(holder);
    }

    /**
     * Whom a kept place does not stop: whoever rightly comes before its holder. Nobody who borrows comes before a
     * holder within its guarantee. Else, in a team the higher priority comes first; and whoever is within its guarantee
     * before those who borrow.
     */
    boolean outranksHolder(PendingJob holder) {
        if (!holder.reservesWithinGuarantee()) {
            return withinGuarantee ? !holder.outranks(job) : job.outranks(holder);
        }
        return withinGuarantee && job.outranks(holder);
    }

    /** Whether the holder of a kept place comes before it. */
    boolean defersTo(PendingJob holder) {
        return holder != job && !outranksHolder(holder);
    }

    /**
     * Whether it is over, or can be stopped, when the holder comes. Whose time has come leaves no gap, not even for one
     * that has outlived its estimate and should be over at once: it would be stopped as soon as it starts.
     */
    private boolean fitsBackfillWindow(PendingJob holder) {
        long window = holder.backfillWindow(now);
        return window > 0 && job.fitsBackfillWindow(window);
    }

    /** Whose promises could not be kept with it in this place, unless it has gone by then. */
    Set<PendingJob> invalidatedReservations(ClusterIndex clusterIndex, Placement placement) {
        Set<PendingJob> found = new LinkedHashSet<>();
        NodeState first = null;
        for (NodeAllocation allocation : placement.seats()) {
            NodeState nodeState = Objects.requireNonNull(clusterIndex.node(allocation.node()));
            first = first == null ? nodeState : first;
            for (NodeState.NodeReservation reservation : nodeState.reservations) {
                if (reservation.holder() != job && invalidates(nodeState, allocation, reservation)) {
                    found.add(reservation.holder());
                }
            }
        }
        found.addAll(
                holdersShortOfLimit(
                        Objects.requireNonNull(first).pool.type(),
                        placement.totalThousandths(),
                        FreedQuota.NONE));
        return found;
    }

    private boolean invalidates(NodeState nodeState, NodeAllocation allocation, NodeState.NodeReservation reservation) {
        for (long mask = allocation.mask() & reservation.allocation().mask(); mask != 0; mask &= mask - 1) {
            int device = Long.numberOfTrailingZeros(mask);
            if (allocation.thousandths() > leftBeside(nodeState, reservation, device)) {
                return true;
            }
        }
        return leavesTooLittleCpuOrMemory(nodeState, reservation, Set.of());
    }

    /**
     * Whether too few processors or too little memory would be left for the holder, when it comes, beside those who
     * will still be there and those for whom other places are kept.
     *
     * @param departed who will not be there
     */
    boolean leavesTooLittleCpuOrMemory(NodeState nodeState, NodeState.NodeReservation reservation, Set<RunningJob> departed) {
        if (job.reservedNodes.contains(nodeState) && startsBeforePreemptionFor(reservation.holder())) {
            return false;
        }
        long cpus = (long) nodeState.node.machine().cpus() - requestClass().cpus;
        long memory = nodeState.node.machine().memory().count() - requestClass().memory;
        for (RunningJob runningJob : nodeState.runningJobs) {
            if (!departed.contains(runningJob) && isStillThere(runningJob, nodeState, reservation)) {
                cpus -= runningJob.requestClass.cpus;
                memory -= runningJob.requestClass.memory;
            }
        }
        for (NodeState.NodeReservation other : nodeState.reservations) {
            if (!other.equals(reservation) && defersTo(other.holder())) {
                cpus -= other.holder().requestClass().cpus;
                memory -= other.holder().requestClass().memory;
            }
        }
        RequestClass needed = reservation.holder().requestClass();
        return (requestClass().cpus > 0 && cpus < needed.cpus) || (requestClass().memory > 0 && memory < needed.memory);
    }

    /** Whether it will still be there when the holder comes. */
    private boolean isStillThere(RunningJob runningJob, NodeState nodeState, NodeState.NodeReservation reservation) {
        PendingJob holder = reservation.holder();
        boolean backfilled =
                runningJob.running().backfilledBefore().equals(Optional.of(holder.pending().id()));
        boolean preempted =
                holder.reservesViaPreemption()
                        && reservation.allocation().thousandths() == Devices.WHOLE
                        && occupies(runningJob, nodeState, reservation.allocation().mask());
        long until = holder.reservation().orElseThrow().latestStart().toEpochMilli();
        return !backfilled && !preempted && runningJob.latestEnd(nodeState, now) > until;
    }

    static boolean occupies(RunningJob runningJob, NodeState nodeState, long mask) {
        return runningJob.allocations().stream()
                .anyMatch(
                        allocation ->
                                allocation.node().equals(nodeState.node.name())
                                        && (allocation.mask() & mask) != 0);
    }

    /** Into whose gap it goes there: it neither comes first nor leaves room for them. */
    List<WorkloadId> backfilledBefore(Set<PendingJob> invalidated) {
        List<WorkloadId> found = new ArrayList<>();
        for (PendingJob holder : invalidated) {
            if (!outranksHolder(holder)) {
                found.add(holder.pending().id());
            }
        }
        return found;
    }
}
