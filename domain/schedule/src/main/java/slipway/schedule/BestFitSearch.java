package slipway.schedule;

import org.jspecify.annotations.Nullable;
import slipway.base.Bytes;
import slipway.schedule.snapshot.Node.Devices;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Looks through one pool for the node that strands least, and of those for the tightest. Hosts come in the order of
 * what is free on them, so the first that strands nothing is the one: there the search stops. Only where processors are
 * short does it look further.
 */
final class BestFitSearch {

    private static final double SAME = 1e-9;

    private final ClusterIndex clusterIndex;
    private final PlacementRequest placementRequest;
    private final NodePool nodePool;
    private final int takes;
    private @Nullable NodeState nodeState;
    private int device = -1;
    private int remainder;
    private long missing;
    private double score = Double.POSITIVE_INFINITY;

    BestFitSearch(ClusterIndex clusterIndex, PlacementRequest placementRequest, NodePool nodePool) {
        this.clusterIndex = clusterIndex;
        this.placementRequest = placementRequest;
        this.nodePool = nodePool;
        this.takes = nodePool.takes(placementRequest.form());
    }

    boolean found() {
        return nodeState != null;
    }

    /** What is wanted by name is dear: whoever can use something else leaves it. */
    private double worth() {
        return score + clusterIndex.price(nodePool) * takes;
    }

    boolean isBetterThan(BestFitSearch other) {
        double mine = worth();
        double its = other.worth();
        if (Math.abs(mine - its) > SAME) {
            return mine < its;
        }
        return left() < other.left();
    }

    private int left() {
        return nodeState == null ? Integer.MAX_VALUE : nodeState.freeInAll();
    }

    NodeAllocation seat() {
        NodeState chosen = java.util.Objects.requireNonNull(nodeState);
        return device >= 0
                ? new NodeAllocation(chosen.node.name(), 1L << device, takes)
                : PlacementSearch.seat(chosen, placementRequest.usable(chosen), placementRequest);
    }

    void run() {
        NodePool.HostSet stranded = nodePool.stranded();
        for (int at = stranded.next(0); at >= 0; at = stranded.next(at + 1)) {
            look(clusterIndex.host(at));
        }
        if (nodeState != null && score < -SAME) {
            return; // nothing that is not stranded can do better
        }
        if (placementRequest.form().ask().isFraction() && parts()) {
            return;
        }
        wholes();
    }

    private boolean parts() {
        for (var entry : nodePool.withPart(takes)) {
            if (scan(entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    private void wholes() {
        int least = placementRequest.form().ask().isFraction() ? 1 : placementRequest.form().count;
        for (int free = least; free <= nodePool.count(); free++) {
            if (scan(nodePool.withWhole(free))) {
                return;
            }
        }
    }

    /** True when one was found that cannot be bettered. */
    private boolean scan(NodePool.HostSet set) {
        for (int at = set.next(0); at >= 0; at = set.next(at + 1)) {
            look(clusterIndex.host(at));
            if (score < SAME && missing == 0) {
                return true;
            }
        }
        return false;
    }

    private void look(NodeState candidate) {
        RequestClass requestClass = placementRequest.form();
        if (!candidate.feeds(requestClass)) {
            return;
        }
        double here = nodePool.packing().score(candidate, takes, requestClass.cpus);
        if (here > score + SAME) {
            return;
        }
        if (requestClass.ask().isFraction()) {
            int slot = slot(candidate);
            if (slot >= 0 && isBetter(candidate, candidate.free(slot), here)) {
                choose(candidate, slot, here);
            }
        } else if (candidate.whole() >= requestClass.count
                && isBetter(candidate, 0, here)
                && placementRequest.finds(candidate)) {
            choose(candidate, -1, here);
        }
    }

    /** Who strands less; has more of its data; then the tighter slot; the fuller node; the first in order. */
    private boolean isBetter(NodeState candidate, int slot, double here) {
        if (nodeState == null || here < score - SAME) {
            return true;
        }
        long lacks = missing(candidate);
        if (lacks != missing) {
            return lacks < missing;
        }
        if (slot != remainder) {
            return slot < remainder;
        }
        return candidate.freeInAll() != nodeState.freeInAll()
                ? candidate.freeInAll() < nodeState.freeInAll()
                : candidate.index < nodeState.index;
    }

    /** Bytes that would have to be copied there first. */
    private long missing(NodeState candidate) {
        Bytes lacks = placementRequest.waiter().workload().bytesToCopy().get(candidate.node.name());
        return lacks == null ? 0 : lacks.count();
    }

    private void choose(NodeState candidate, int slot, double here) {
        nodeState = candidate;
        device = slot;
        remainder = slot >= 0 ? candidate.free(slot) : 0;
        missing = missing(candidate);
        score = here;
    }

    /** The accelerator with the least free that is enough. */
    private int slot(NodeState candidate) {
        int best = -1;
        int least = Devices.WHOLE + 1;
        for (int each = 0; each < candidate.devices(); each++) {
            int free = candidate.free(each);
            if (free >= takes
                    && free < least
                    && placementRequest.usable(candidate, each) >= takes) {
                best = each;
                least = free;
            }
        }
        return best;
    }
}
