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

/** The places that are kept: on the hosts, so that nobody sits down there, and with the teams, whose quota they use. */
final class Reservations {

    private static final Comparator<PendingJob> EARLIEST =
            Comparator.<PendingJob, Instant>comparing(
                            pendingJob -> pendingJob.promise().orElseThrow().latestStart())
                    .thenComparing(pendingJob -> pendingJob.waiting().id());

    private final ClusterIndex clusterIndex;
    private final NavigableSet<PendingJob> promised = new TreeSet<>(EARLIEST);

    private int changes;
    private int lost;

    Reservations(ClusterIndex clusterIndex) {
        this.clusterIndex = clusterIndex;
    }

    /** Grows whenever a place is kept or given up. */
    int changes() {
        return changes;
    }

    /** Grows whenever somebody loses its place to others and asks anew. */
    int lost() {
        return lost;
    }

    /** The earliest first. */
    List<PendingJob> holders() {
        return List.copyOf(promised);
    }

    /** For a waiter that has this promise already. */
    void keep(PendingJob pendingJob, Reservation reservation) {
        promised.add(pendingJob);
        changes++;
        pendingJob.line.changed();
        NodeState first = clusterIndex.host(reservation.placement().seats().getFirst().node());
        pendingJob.heldType = first == null ? "" : first.pool.type();
        pendingJob.team().path.forEach(teamShare -> teamShare.holds(pendingJob, true));
        List<NodeState> hosts = new ArrayList<>();
        for (NodeAllocation seat : reservation.placement().seats()) {
            NodeState nodeState = clusterIndex.host(seat.node());
            if (nodeState != null) {
                hosts.add(nodeState);
                nodeState.keeps.add(new NodeState.Keep(pendingJob, seat));
                nodeState.keeps.sort(Comparator.comparing(NodeState.Keep::holder, EARLIEST));
            }
        }
        pendingJob.heldHosts = List.copyOf(hosts);
    }

    void lose(PendingJob pendingJob) {
        lost += pendingJob.promise().isPresent() ? 1 : 0;
        forget(pendingJob);
    }

    void forget(PendingJob pendingJob) {
        Optional<Reservation> promise = pendingJob.promise();
        if (promise.isPresent()) {
            promised.remove(pendingJob);
            changes++;
            pendingJob.team().path.forEach(teamShare -> teamShare.holds(pendingJob, false));
            for (NodeAllocation seat : promise.get().placement().seats()) {
                NodeState nodeState = clusterIndex.host(seat.node());
                if (nodeState != null) {
                    nodeState.keeps.removeIf(keep -> keep.holder() == pendingJob);
                }
            }
            pendingJob.promised(Optional.empty());
            pendingJob.line.changed();
        }
    }

    /** The kept places at a glance: who could use none of them need not be tried, where nothing else is free. */
    Gaps gaps(long now) {
        return new Gaps(clusterIndex, holders(), now);
    }

    record Gaps(ClusterIndex board, List<PendingJob> holders, long now) {

        /** For whom places are kept of which one of this form might use something. */
        List<PendingJob> open(RequestClass requestClass) {
            List<PendingJob> open = new ArrayList<>();
            for (PendingJob holder : holders) {
                if (isOpen(holder, requestClass)) {
                    open.add(holder);
                }
            }
            return open;
        }

        /** False only if nobody of the line may use any of these places. */
        boolean mayUse(PendingGroup pendingGroup, List<PendingJob> open, boolean within) {
            for (PendingJob holder : open) {
                if (pendingGroup.mayUse(holder.gap(now), holder)
                        || (within && !holder.holdsWithin())) {
                    return true;
                }
            }
            return false;
        }

        /** False only if it certainly may use none of these places. */
        boolean mayUse(PendingJob pendingJob, List<PendingJob> open, boolean within) {
            for (PendingJob holder : open) {
                if (mayCome(holder, pendingJob, within)) {
                    return true;
                }
            }
            return false;
        }

        private boolean mayCome(PendingJob holder, PendingJob pendingJob, boolean within) {
            return pendingJob.fits(holder.gap(now))
                    || pendingJob.outranks(holder)
                    || (within && !holder.holdsWithin());
        }

        /** Whether something is free where a place is kept for it; what a limit keeps for it lies nowhere. */
        private boolean isOpen(PendingJob holder, RequestClass requestClass) {
            if (holder.holdsRoom() || holder.team().isLimited()) {
                return true;
            }
            for (NodeAllocation seat : holder.promise().orElseThrow().placement().seats()) {
                NodeState nodeState = board.host(seat.node());
                if (nodeState != null && nodeState.mayHold(requestClass)) {
                    return true;
                }
            }
            return false;
        }
    }
}
