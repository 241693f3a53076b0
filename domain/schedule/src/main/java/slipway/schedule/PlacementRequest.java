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
 * @param withinGuarantee whether it requests within its team's guarantee; then it comes before jobs that borrow
 * @param respectsReservations whether reservations of other jobs block it; false to find out whether only they do
 */
record PlacementRequest(
        PendingJob job, boolean withinGuarantee, boolean respectsReservations, long now) {

    RequestClass requestClass() {
        return job.requestClass();
    }

    PlacementRequest at(long time) {
        return new PlacementRequest(job, withinGuarantee, respectsReservations, time);
    }

    /** The quota check: whether limits and, within the guarantee, the guarantee allow it to start here. */
    boolean quotaAllows(NodePool pool, int nodes) {
        return quotaAllows(pool, nodes, FreedQuota.NONE);
    }

    boolean quotaAllows(NodePool pool, int nodes, FreedQuota freed) {
        int more = pool.thousandthsFor(requestClass()) * nodes;
        return limitsAllow(pool.type(), more, freed)
                && (!withinGuarantee || job.team().fitsGuarantee(pool.type(), more, job));
    }

    /** Whether the team limits allow this much more. */
    boolean limitsAllow(String type, int more, FreedQuota freed) {
        for (TeamShare team : job.team().path) {
            for (String quota : List.of(type, TeamQuotas.ANY)) {
                int left = team.leftUnderLimit(quota);
                if (left != TeamShare.UNLIMITED && left + freed.of(team, quota) < more) {
                    return false;
                }
            }
        }
        if (!respectsReservations) {
            return true;
        }
        for (PendingJob holder : holdersShortOfLimit(type, more, freed)) {
            if (!mayUseReservationOf(holder)) {
                return false;
            }
        }
        return true;
    }

    /** The holders for whom a limit, of its team or one above, would leave too little. */
    private Set<PendingJob> holdersShortOfLimit(String type, int more, FreedQuota freed) {
        List<PendingJob> losingQuota = holdersLosingQuota(type, more);
        if (losingQuota.isEmpty() && !job.team().isLimited()) {
            return Set.of(); // the usual case; this runs with every search
        }
        Set<PendingJob> found = new LinkedHashSet<>();
        for (TeamShare team : job.team().path) {
            for (String quota : List.of(type, TeamQuotas.ANY)) {
                if (!team.reservationHolders.isEmpty()
                        && team.leftUnderLimit(quota) != TeamShare.UNLIMITED) {
                    int left = team.leftUnderLimit(quota) + freed.of(team, quota) - more;
                    holdersShortOfLimit(team, quota, left, freed, found);
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

    /** The holders that would lose their claim to the guarantee if this job had this much more. */
    List<PendingJob> holdersLosingQuota(String type, int more) {
        return job.team()
                .guarantor(type)
                .map(by -> by.holdersLosingQuota(type, more, job))
                .orElse(List.of());
    }

    private void holdersShortOfLimit(
            TeamShare team, String quota, int available, FreedQuota freed, Set<PendingJob> found) {
        List<PendingJob> inOrder = new ArrayList<>(team.reservationHolders);
        inOrder.removeIf(holder -> holder == job || !holder.reservesFrom(quota));
        inOrder.sort(Comparator.comparing(holder -> !defersTo(holder)));
        int left = available;
        for (PendingJob holder : inOrder) {
            int claim = team.claim(holder, quota) - holder.thousandthsToPreempt(team, quota, freed);
            boolean later = startsBeforePreemptionFor(holder);
            if (claim > Math.max(0, left) && (!later || fitsBackfillWindow(holder))) {
                found.add(holder);
            }
            left -= later ? 0 : Math.max(0, claim);
        }
    }

    /**
     * Whether both have reservations and the holder's preemption begins only after this job has started. The preempted
     * jobs then go first, and what this job has was counted when the holder reserved what they leave; or this job came
     * later and is backfilled, and goes when the holder starts.
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
                                        .isBefore(
                                                holder.reservation().orElseThrow().earliestStart()))
                .isPresent();
    }

    /** The entirely free accelerators of a node that it may use. */
    long usableAccelerators(NodeState node) {
        long mask = node.freeMask();
        if (!node.isRestricted() || !respectsReservations) {
            return mask;
        }
        if (isClosed(node)) {
            return 0;
        }
        for (NodeState.NodeReservation reservation : node.reservations) {
            if (!mayUseReservationOf(reservation.holder())) {
                mask &= ~reservation.allocation().mask();
            }
        }
        return mask;
    }

    /**
     * Whether it may use enough accelerators of the node; a request without accelerators must still be allowed there.
     */
    boolean hasEnoughOn(NodeState node) {
        int count = requestClass().count;
        return count == 0
                ? !node.isRestricted() || !respectsReservations || !isClosed(node)
                : Long.bitCount(usableAccelerators(node)) >= count;
    }

    /** Whether it may not run on the node, or would leave too little for the holder of a reservation. */
    private boolean isClosed(NodeState node) {
        return !mayEverUse(node)
                || node.reservations.stream()
                        .anyMatch(
                                reservation ->
                                        !mayUseReservationOf(reservation.holder())
                                                && leavesTooLittleCpuOrMemory(
                                                        node, reservation, Set.of()));
    }

    /** Whether its request excludes this node. */
    boolean isExcludedFrom(NodeState node) {
        return requestClass().excludes(node)
                || (node.guaranteedTo != null
                        && withinGuarantee
                        && !job.team().path.contains(node.guaranteedTo));
    }

    /** Whether guarantees, bookings and exclusions allow it on this node. */
    boolean mayRunOn(NodeState node) {
        return node.isRestricted() ? mayEverUse(node) : !requestClass().excludes(node);
    }

    /** Accelerators that are reserved for jobs that it does not outrank. */
    long reservedForEarlier(NodeState node) {
        long mask = 0;
        for (NodeState.NodeReservation reservation : node.reservations) {
            if (defersTo(reservation.holder())) {
                mask |= reservation.allocation().mask();
            }
        }
        return mask;
    }

    /** Thousandths of one accelerator that it may use. */
    int usableAccelerators(NodeState node, int device) {
        int free = node.freeThousandths(device);
        if (!node.isRestricted() || !respectsReservations) {
            return free;
        }
        if (isClosed(node)) {
            return 0;
        }
        for (NodeState.NodeReservation reservation : node.reservations) {
            if (!mayUseReservationOf(reservation.holder())) {
                free = Math.min(free, leftBeside(node, reservation, device));
            }
        }
        return free;
    }

    /** Thousandths of an accelerator that the holder, and the jobs that will still be there, leave. */
    private int leftBeside(NodeState node, NodeState.NodeReservation reservation, int device) {
        if ((reservation.allocation().mask() >> device & 1) == 0) {
            return Devices.WHOLE;
        }
        int left = Devices.WHOLE - reservation.allocation().thousandths();
        for (RunningJob running : node.runningJobs) {
            if (isStillThere(running, node, reservation)) {
                left -= running.thousandthsOn(node, device);
            }
        }
        for (NodeState.NodeReservation other : node.reservations) {
            left -= other.equals(reservation) ? 0 : reservedThousandths(other, device);
        }
        return left;
    }

    /** Thousandths of an accelerator that are reserved for jobs that come before it. */
    int reservedThousandths(NodeState node, int device) {
        int sum = 0;
        for (NodeState.NodeReservation reservation : node.reservations) {
            sum += reservedThousandths(reservation, device);
        }
        return sum;
    }

    private int reservedThousandths(NodeState.NodeReservation reservation, int device) {
        boolean here = (reservation.allocation().mask() >> device & 1) != 0;
        return here && defersTo(reservation.holder()) ? reservation.allocation().thousandths() : 0;
    }

    private boolean mayEverUse(NodeState node) {
        return !isExcludedFrom(node) && node.bookings.stream().allMatch(this::endsBeforeBooking);
    }

    /** Whether no booking of others is current or to come on this node. */
    boolean isFreeOfBookings(NodeState node) {
        return node.bookings.isEmpty()
                || node.bookings.stream()
                        .allMatch(
                                booking ->
                                        now >= booking.until().toEpochMilli()
                                                || isBookedFor(booking));
    }

    private boolean endsBeforeBooking(Booking booking) {
        if (now >= booking.until().toEpochMilli() || isBookedFor(booking)) {
            return true;
        }
        long from = booking.from().toEpochMilli();
        return now < from
                && (now + job.maxRemaining() <= from || job.isPreemptibleWithin(from - now));
    }

    private boolean isBookedFor(Booking booking) {
        return booking.team().filter(job.team()::isUnder).isPresent();
    }

    /**
     * Whether a reservation does not block it: it outranks the holder, or is gone when the holder starts (backfill).
     */
    private boolean mayUseReservationOf(PendingJob holder) {
        return holder == job || outranksHolder(holder) || fitsBackfillWindow(holder);
    }

    /**
     * Whether it comes before the holder of a reservation. A job that borrows never comes before a holder within its
     * guarantee. Else a higher priority in the same team comes first, and a job within its guarantee before one that
     * borrows.
     */
    boolean outranksHolder(PendingJob holder) {
        if (!holder.reservesWithinGuarantee()) {
            return withinGuarantee ? !holder.outranks(job) : job.outranks(holder);
        }
        return withinGuarantee && job.outranks(holder);
    }

    /** Whether the holder of a reservation comes before it. */
    boolean defersTo(PendingJob holder) {
        return holder != job && !outranksHolder(holder);
    }

    /**
     * Whether it ends, or can be preempted, when the holder starts. A window that has ended admits no job, not even
     * while an occupant has outlived its estimate: the job would be preempted as soon as it starts.
     */
    private boolean fitsBackfillWindow(PendingJob holder) {
        long window = holder.backfillWindow(now);
        return window > 0 && job.fitsBackfillWindow(window);
    }

    /** The holders whose reservations this placement would break, unless the job is gone by then. */
    Set<PendingJob> invalidatedReservations(ClusterIndex cluster, Placement placement) {
        Set<PendingJob> found = new LinkedHashSet<>();
        NodeState first = null;
        for (NodeAllocation allocation : placement.seats()) {
            NodeState node = Objects.requireNonNull(cluster.node(allocation.node()));
            first = first == null ? node : first;
            for (NodeState.NodeReservation reservation : node.reservations) {
                if (reservation.holder() != job && invalidates(node, allocation, reservation)) {
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

    private boolean invalidates(
            NodeState node, NodeAllocation allocation, NodeState.NodeReservation reservation) {
        for (long mask = allocation.mask() & reservation.allocation().mask();
                mask != 0;
                mask &= mask - 1) {
            int device = Long.numberOfTrailingZeros(mask);
            if (allocation.thousandths() > leftBeside(node, reservation, device)) {
                return true;
            }
        }
        return leavesTooLittleCpuOrMemory(node, reservation, Set.of());
    }

    /**
     * Whether too few CPU cores or too little memory would be left for the holder when it starts, beside the jobs that
     * will still be there and other reservations.
     *
     * @param departed jobs that will not be there
     */
    boolean leavesTooLittleCpuOrMemory(
            NodeState node, NodeState.NodeReservation reservation, Set<RunningJob> departed) {
        if (job.reservedNodes.contains(node) && startsBeforePreemptionFor(reservation.holder())) {
            return false;
        }
        long cpus = (long) node.node.machine().cpus() - requestClass().cpus;
        long memory = node.node.machine().memory().count() - requestClass().memory;
        for (RunningJob running : node.runningJobs) {
            if (!departed.contains(running) && isStillThere(running, node, reservation)) {
                cpus -= running.requestClass.cpus;
                memory -= running.requestClass.memory;
            }
        }
        for (NodeState.NodeReservation other : node.reservations) {
            if (!other.equals(reservation) && defersTo(other.holder())) {
                cpus -= other.holder().requestClass().cpus;
                memory -= other.holder().requestClass().memory;
            }
        }
        RequestClass needed = reservation.holder().requestClass();
        return (requestClass().cpus > 0 && cpus < needed.cpus)
                || (requestClass().memory > 0 && memory < needed.memory);
    }

    /** Whether the running job will still be there when the holder starts. */
    private boolean isStillThere(
            RunningJob running, NodeState node, NodeState.NodeReservation reservation) {
        PendingJob holder = reservation.holder();
        boolean backfilled =
                running.running().backfilledBefore().equals(Optional.of(holder.pending().id()));
        boolean preempted =
                holder.reservesViaPreemption()
                        && reservation.allocation().thousandths() == Devices.WHOLE
                        && occupies(running, node, reservation.allocation().mask());
        long until = holder.reservation().orElseThrow().latestStart().toEpochMilli();
        return !backfilled && !preempted && running.latestEnd(node, now) > until;
    }

    static boolean occupies(RunningJob running, NodeState node, long mask) {
        return running.allocations().stream()
                .anyMatch(
                        allocation ->
                                allocation.node().equals(node.node.name())
                                        && (allocation.mask() & mask) != 0);
    }

    /** The holders before which it would be backfilled: it does not outrank them and breaks their reservations. */
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
