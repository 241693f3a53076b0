package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.Reservation;

/** The reservations: on the nodes, where they block other jobs, and with the teams, whose quota they use. */
final class Reservations {

    private static final Comparator<PendingJob> EARLIEST =
            Comparator.<PendingJob, Instant>comparing(
                            pendingJob -> pendingJob.reservation().orElseThrow().latestStart())
                    .thenComparing(pendingJob -> pendingJob.pending().id());

    private final ClusterIndex clusterIndex;
    private final NavigableSet<PendingJob> holders = new TreeSet<>(EARLIEST);

    private int changes;
    private int cancelled;

    Reservations(ClusterIndex clusterIndex) {
        this.clusterIndex = clusterIndex;
    }

    /** Increases with every reservation that is made or removed. */
    int changes() {
        return changes;
    }

    /** Increases with every reservation that is cancelled in favor of another job. */
    int cancelled() {
        return cancelled;
    }

    /** Earliest first. */
    List<PendingJob> holders() {
        return List.copyOf(holders);
    }

    /** Adds a pending job that has this reservation already. */
    void add(PendingJob pendingJob, Reservation reservation) {
        holders.add(pendingJob);
        changes++;
        pendingJob.group.reservationChanged();
        NodeState first = clusterIndex.node(reservation.placement().seats().getFirst().node());
        pendingJob.reservedType = first == null ? "" : first.pool.type();
        pendingJob.team().path.forEach(teamShare -> teamShare.updateHolder(pendingJob, true));
        List<NodeState> nodes = new ArrayList<>();
        for (NodeAllocation allocation : reservation.placement().seats()) {
            NodeState nodeState = clusterIndex.node(allocation.node());
            if (nodeState != null) {
                nodes.add(nodeState);
                nodeState.reservations.add(new NodeState.NodeReservation(pendingJob, allocation));
                nodeState.reservations.sort(
                        Comparator.comparing(NodeState.NodeReservation::holder, EARLIEST));
            }
        }
        pendingJob.reservedNodes = List.copyOf(nodes);
    }

    void cancel(PendingJob pendingJob) {
        cancelled += pendingJob.reservation().isPresent() ? 1 : 0;
        remove(pendingJob);
    }

    void remove(PendingJob pendingJob) {
        Optional<Reservation> reservation = pendingJob.reservation();
        if (reservation.isPresent()) {
            holders.remove(pendingJob);
            changes++;
            pendingJob.team().path.forEach(teamShare -> teamShare.updateHolder(pendingJob, false));
            for (NodeAllocation allocation : reservation.get().placement().seats()) {
                NodeState nodeState = clusterIndex.node(allocation.node());
                if (nodeState != null) {
                    nodeState.reservations.removeIf(each -> each.holder() == pendingJob);
                }
            }
            pendingJob.updateReservation(Optional.empty());
            pendingJob.group.reservationChanged();
        }
    }

    /**
     * The backfill windows of all reservations: a group that fits none of them need not be tried where nothing else is
     * free.
     */
    BackfillWindows backfillWindows(long now) {
        return new BackfillWindows(clusterIndex, holders(), now);
    }

    record BackfillWindows(ClusterIndex clusterIndex, List<PendingJob> holders, long now) {

        /** The holders whose reserved accelerators a request of this class might use. */
        List<PendingJob> openFor(RequestClass requestClass) {
            List<PendingJob> open = new ArrayList<>();
            for (PendingJob holder : holders) {
                if (hasFreeCapacity(holder, requestClass)) {
                    open.add(holder);
                }
            }
            return open;
        }

        /** Returns false only if no job of the group may use any of these reservations. */
        boolean mayUse(PendingGroup pendingGroup, List<PendingJob> open, boolean within) {
            for (PendingJob holder : open) {
                if (pendingGroup.mayBackfill(holder.backfillWindow(now), holder)
                        || (within && !holder.reservesWithinGuarantee())) {
                    return true;
                }
            }
            return false;
        }

        /** Returns false only if the job certainly may use none of these reservations. */
        boolean mayUse(PendingJob pendingJob, List<PendingJob> open, boolean within) {
            for (PendingJob holder : open) {
                if (mayBackfill(holder, pendingJob, within)) {
                    return true;
                }
            }
            return false;
        }

        private boolean mayBackfill(PendingJob holder, PendingJob pendingJob, boolean within) {
            return pendingJob.fitsBackfillWindow(holder.backfillWindow(now))
                    || pendingJob.outranks(holder)
                    || (within && !holder.reservesWithinGuarantee());
        }

        /** Whether accelerators are free in the reservation; what a limit reserves has no location. */
        private boolean hasFreeCapacity(PendingJob holder, RequestClass requestClass) {
            if (holder.reservesViaPreemption() || holder.team().isLimited()) {
                return true;
            }
            for (NodeAllocation allocation :
                    holder.reservation().orElseThrow().placement().seats()) {
                NodeState nodeState = clusterIndex.node(allocation.node());
                if (nodeState != null && nodeState.hasFreeAcceleratorsFor(requestClass)) {
                    return true;
                }
            }
            return false;
        }
    }
}
