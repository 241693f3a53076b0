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
 * @param within whether it asks within its team's guarantee; then it passes those who borrow
 * @param strict whether it keeps off places that are kept for others; a look without asks what would be free otherwise
 */
record PlacementRequest(PendingJob waiter, boolean within, boolean strict, long now) {

    RequestClass form() {
        return waiter.form();
    }

    /** The same at another time. */
    PlacementRequest at(long time) {
        return new PlacementRequest(waiter, within, strict, time);
    }

    /** Whether its team may have so much here, in the way it asks. */
    boolean mayHave(NodePool nodePool, int nodes) {
        return mayHave(nodePool, nodes, FreedQuota.NONE);
    }

    /** The same if others went. */
    boolean mayHave(NodePool nodePool, int nodes, FreedQuota freedQuota) {
        int more = nodePool.takes(form()) * nodes;
        return isAllowed(nodePool.type(), more, freedQuota)
                && (!within || waiter.team().within(nodePool.type(), more, waiter));
    }

    /** Whether the limits allow so much more. */
    boolean isAllowed(String type, int more, FreedQuota freedQuota) {
        for (TeamShare teamShare : waiter.team().path) {
            for (String quota : List.of(type, TeamQuotas.ANY)) {
                int left = teamShare.left(quota);
                if (left != TeamShare.UNLIMITED && left + freedQuota.of(teamShare, quota) < more) {
                    return false;
                }
            }
        }
        if (!strict) {
            return true;
        }
        for (PendingJob holder : crowded(type, more, freedQuota)) {
            if (!mayDisturb(holder)) {
                return false;
            }
        }
        return true;
    }

    /** For whom a limit, of its team or one above, would leave too little. */
    private Set<PendingJob> crowded(String type, int more, FreedQuota freedQuota) {
        List<PendingJob> bereft = bereft(type, more);
        if (bereft.isEmpty() && !waiter.team().isLimited()) {
            return Set.of(); // the usual case, and this is asked with every search
        }
        Set<PendingJob> found = new LinkedHashSet<>();
        for (TeamShare teamShare : waiter.team().path) {
            for (String quota : List.of(type, TeamQuotas.ANY)) {
                if (!teamShare.holders.isEmpty() && teamShare.left(quota) != TeamShare.UNLIMITED) {
                    int left = teamShare.left(quota) + freedQuota.of(teamShare, quota) - more;
                    crowded(teamShare, quota, left, freedQuota, found);
                }
            }
        }
        for (PendingJob holder : bereft) {
            if (!waiter.outranks(holder)) {
                found.add(holder);
            }
        }
        return found;
    }

    /** Who would lose the right to the room that is made for it if this one had so much more. */
    List<PendingJob> bereft(String type, int more) {
        return waiter.team()
                .guarantor(type)
                .map(by -> by.bereft(type, more, waiter))
                .orElse(List.of());
    }

    private void crowded(
            TeamShare teamShare,
            String quota,
            int room,
            FreedQuota freedQuota,
            Set<PendingJob> found) {
        List<PendingJob> inOrder = new ArrayList<>(teamShare.holders);
        inOrder.removeIf(holder -> holder == waiter || !holder.isHeldOf(quota));
        inOrder.sort(Comparator.comparing(holder -> !yieldsTo(holder)));
        int left = room;
        for (PendingJob holder : inOrder) {
            int claim = teamShare.claim(holder, quota) - holder.stops(teamShare, quota, freedQuota);
            boolean later = comesLater(holder);
            if (claim > Math.max(0, left) && (!later || fitsGap(holder))) {
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
    private boolean comesLater(PendingJob holder) {
        return waiter.promise()
                .filter(
                        mine ->
                                holder.holdsRoom()
                                        && holder.inTheWay().noneMatch(RunningJob::leaving))
                .filter(
                        mine ->
                                mine.latestStart()
                                        .isBefore(holder.promise().orElseThrow().earliestStart()))
                .isPresent();
    }

    /** The accelerators of a host that it may use, of those that are wholly free. */
    long usable(NodeState nodeState) {
        long mask = nodeState.wholeMask();
        if (!nodeState.special() || !strict) {
            return mask;
        }
        if (isClosed(nodeState)) {
            return 0;
        }
        for (NodeState.Keep keep : nodeState.keeps) {
            if (!mayDisturb(keep.holder())) {
                mask &= ~keep.seat().mask();
            }
        }
        return mask;
    }

    /** Whether it may use enough of the host's accelerators; who needs none must still be let in. */
    boolean finds(NodeState nodeState) {
        int count = form().count;
        return count == 0
                ? !nodeState.special() || !strict || !isClosed(nodeState)
                : Long.bitCount(usable(nodeState)) >= count;
    }

    /** Whether it may not be there at all, or would leave too little for somebody who comes. */
    private boolean isClosed(NodeState nodeState) {
        return !mayUse(nodeState)
                || nodeState.keeps.stream()
                        .anyMatch(
                                keep ->
                                        !mayDisturb(keep.holder())
                                                && starves(nodeState, keep, Set.of()));
    }

    /** Whether it may never be on this node. */
    boolean keptOff(NodeState nodeState) {
        return form().leavesOut(nodeState)
                || (nodeState.home != null
                        && within
                        && !waiter.team().path.contains(nodeState.home));
    }

    /** Whether home and bookings let it be on this node, and it is not kept away from there. */
    boolean mayStandOn(NodeState nodeState) {
        return nodeState.special() ? mayUse(nodeState) : !form().leavesOut(nodeState);
    }

    /** Accelerators that are kept for those whom it does not pass. */
    long barred(NodeState nodeState) {
        long mask = 0;
        for (NodeState.Keep keep : nodeState.keeps) {
            if (yieldsTo(keep.holder())) {
                mask |= keep.seat().mask();
            }
        }
        return mask;
    }

    /** Thousandths of one accelerator that it may use. */
    int usable(NodeState nodeState, int device) {
        int free = nodeState.free(device);
        if (!nodeState.special() || !strict) {
            return free;
        }
        if (isClosed(nodeState)) {
            return 0;
        }
        for (NodeState.Keep keep : nodeState.keeps) {
            if (!mayDisturb(keep.holder())) {
                free = Math.min(free, beside(nodeState, keep, device));
            }
        }
        return free;
    }

    /** Thousandths of an accelerator that its holder, and those who will still be there, leave. */
    private int beside(NodeState nodeState, NodeState.Keep keep, int device) {
        if ((keep.seat().mask() >> device & 1) == 0) {
            return Devices.WHOLE;
        }
        int left = Devices.WHOLE - keep.seat().thousandths();
        for (RunningJob runningJob : nodeState.tenants) {
            if (stays(runningJob, nodeState, keep)) {
                left -= runningJob.on(nodeState, device);
            }
        }
        for (NodeState.Keep other : nodeState.keeps) {
            left -= other.equals(keep) ? 0 : kept(other, device);
        }
        return left;
    }

    /** Thousandths of an accelerator that are kept for those who come before it. */
    int kept(NodeState nodeState, int device) {
        int sum = 0;
        for (NodeState.Keep keep : nodeState.keeps) {
            sum += kept(keep, device);
        }
        return sum;
    }

    private int kept(NodeState.Keep keep, int device) {
        boolean here = (keep.seat().mask() >> device & 1) != 0;
        return here && yieldsTo(keep.holder()) ? keep.seat().thousandths() : 0;
    }

    /** Bookings and homes: whether it may be on this node at all. */
    private boolean mayUse(NodeState nodeState) {
        return !keptOff(nodeState) && nodeState.bookings.stream().allMatch(this::respects);
    }

    /** Whether no booking of others is still to come or to end here. */
    boolean isFreeOfBookings(NodeState nodeState) {
        return nodeState.bookings.isEmpty()
                || nodeState.bookings.stream()
                        .allMatch(
                                booking -> now >= booking.until().toEpochMilli() || isFor(booking));
    }

    private boolean respects(Booking booking) {
        if (now >= booking.until().toEpochMilli() || isFor(booking)) {
            return true;
        }
        long from = booking.from().toEpochMilli();
        return now < from && (now + waiter.upper() <= from || waiter.yields(from - now));
    }

    private boolean isFor(Booking booking) {
        return booking.team()
                .filter(
                        team ->
                                waiter.team().path.stream()
                                        .anyMatch(teamShare -> teamShare.team.id().equals(team)))
                .isPresent();
    }

    /** Whose kept place does not stop it: it comes before the holder, or is gone by then. */
    private boolean mayDisturb(PendingJob holder) {
        return holder == waiter || passes(holder) || fitsGap(holder);
    }

    /**
     * Whom a kept place does not stop: whoever rightly comes before its holder. Nobody who borrows comes before a
     * holder within its guarantee. Else, in a team the higher priority comes first; and whoever is within its guarantee
     * before those who borrow.
     */
    boolean passes(PendingJob holder) {
        if (!holder.holdsWithin()) {
            return within ? !holder.outranks(waiter) : waiter.outranks(holder);
        }
        return within && waiter.outranks(holder);
    }

    /** Whether the holder of a kept place comes before it. */
    boolean yieldsTo(PendingJob holder) {
        return holder != waiter && !passes(holder);
    }

    /**
     * Whether it is over, or can be stopped, when the holder comes. Whose time has come leaves no gap, not even for one
     * that has outlived its estimate and should be over at once: it would be stopped as soon as it starts.
     */
    private boolean fitsGap(PendingJob holder) {
        long gap = holder.gap(now);
        return gap > 0 && waiter.fits(gap);
    }

    /** Whose promises could not be kept with it in this place, unless it has gone by then. */
    Set<PendingJob> disturbed(ClusterIndex clusterIndex, Placement placement) {
        Set<PendingJob> found = new LinkedHashSet<>();
        NodeState first = null;
        for (NodeAllocation seat : placement.seats()) {
            NodeState nodeState = Objects.requireNonNull(clusterIndex.host(seat.node()));
            first = first == null ? nodeState : first;
            for (NodeState.Keep keep : nodeState.keeps) {
                if (keep.holder() != waiter && disturbs(nodeState, seat, keep)) {
                    found.add(keep.holder());
                }
            }
        }
        found.addAll(
                crowded(
                        Objects.requireNonNull(first).pool.type(),
                        placement.totalThousandths(),
                        FreedQuota.NONE));
        return found;
    }

    private boolean disturbs(NodeState nodeState, NodeAllocation seat, NodeState.Keep keep) {
        for (long mask = seat.mask() & keep.seat().mask(); mask != 0; mask &= mask - 1) {
            int device = Long.numberOfTrailingZeros(mask);
            if (seat.thousandths() > beside(nodeState, keep, device)) {
                return true;
            }
        }
        return starves(nodeState, keep, Set.of());
    }

    /**
     * Whether too few processors or too little memory would be left for the holder, when it comes, beside those who
     * will still be there and those for whom other places are kept.
     *
     * @param gone who will not be there
     */
    boolean starves(NodeState nodeState, NodeState.Keep keep, Set<RunningJob> gone) {
        if (waiter.heldHosts.contains(nodeState) && comesLater(keep.holder())) {
            return false;
        }
        long cpus = (long) nodeState.node.machine().cpus() - form().cpus;
        long memory = nodeState.node.machine().memory().count() - form().memory;
        for (RunningJob runningJob : nodeState.tenants) {
            if (!gone.contains(runningJob) && stays(runningJob, nodeState, keep)) {
                cpus -= runningJob.form.cpus;
                memory -= runningJob.form.memory;
            }
        }
        for (NodeState.Keep other : nodeState.keeps) {
            if (!other.equals(keep) && yieldsTo(other.holder())) {
                cpus -= other.holder().form().cpus;
                memory -= other.holder().form().memory;
            }
        }
        RequestClass kept = keep.holder().form();
        return (form().cpus > 0 && cpus < kept.cpus) || (form().memory > 0 && memory < kept.memory);
    }

    /** Whether it will still be there when the holder comes. */
    private boolean stays(RunningJob runningJob, NodeState nodeState, NodeState.Keep keep) {
        PendingJob holder = keep.holder();
        boolean yields =
                runningJob.running().backfilledBefore().equals(Optional.of(holder.waiting().id()));
        boolean stopped =
                holder.holdsRoom()
                        && keep.seat().thousandths() == Devices.WHOLE
                        && sitsOn(runningJob, nodeState, keep.seat().mask());
        long until = holder.promise().orElseThrow().latestStart().toEpochMilli();
        return !yields && !stopped && runningJob.upperEnd(nodeState, now) > until;
    }

    static boolean sitsOn(RunningJob runningJob, NodeState nodeState, long mask) {
        return runningJob.seats().stream()
                .anyMatch(
                        seat ->
                                seat.node().equals(nodeState.node.name())
                                        && (seat.mask() & mask) != 0);
    }

    /** Into whose gap it goes there: it neither comes first nor leaves room for them. */
    List<WorkloadId> gaps(Set<PendingJob> disturbed) {
        List<WorkloadId> found = new ArrayList<>();
        for (PendingJob holder : disturbed) {
            if (!passes(holder)) {
                found.add(holder.waiting().id());
            }
        }
        return found;
    }
}
