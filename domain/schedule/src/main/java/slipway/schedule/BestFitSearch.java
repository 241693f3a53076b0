package slipway.schedule;

import org.jspecify.annotations.Nullable;
import slipway.base.Bytes;
import slipway.schedule.snapshot.Node.Devices;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Searches one pool for the node on which the job strands the fewest accelerators, and of those for the tightest. Nodes
 * are ordered by what is free on them, so the search stops at the first that strands nothing. It continues only where
 * CPU cores are short.
 */
final class BestFitSearch {

    private static final double EPSILON = 1e-9;

    private final ClusterIndex clusterIndex;
    private final PlacementRequest placementRequest;
    private final NodePool nodePool;
    private final int thousandths;
    private @Nullable NodeState bestNode;
    private int device = -1;
    private int deviceFree;
    private long bytesToCopy;
    private double score = Double.POSITIVE_INFINITY;

    BestFitSearch(ClusterIndex clusterIndex, PlacementRequest placementRequest, NodePool nodePool) {
        this.clusterIndex = clusterIndex;
        this.placementRequest = placementRequest;
        this.nodePool = nodePool;
        this.thousandths = nodePool.thousandthsFor(placementRequest.requestClass());
    }

    boolean found() {
        return bestNode != null;
    }

    /** Types that others request by name cost more, so that a job that can use another type leaves them free. */
    private double totalScore() {
        return score + clusterIndex.demandPrice(nodePool) * thousandths;
    }

    boolean isBetterThan(BestFitSearch other) {
        double mine = totalScore();
        double its = other.totalScore();
        if (Math.abs(mine - its) > EPSILON) {
            return mine < its;
        }
        return freeThousandths() < other.freeThousandths();
    }

    private int freeThousandths() {
        return bestNode == null ? Integer.MAX_VALUE : bestNode.totalFreeThousandths();
    }

    NodeAllocation allocation() {
        NodeState chosen = java.util.Objects.requireNonNull(bestNode);
        return device >= 0
                ? new NodeAllocation(chosen.node.name(), 1L << device, thousandths)
                : PlacementSearch.allocate(
                        chosen, placementRequest.usableAccelerators(chosen), placementRequest);
    }

    void run() {
        NodePool.NodeSet strandedNodes = nodePool.stranded();
        for (int at = strandedNodes.next(0); at >= 0; at = strandedNodes.next(at + 1)) {
            consider(clusterIndex.node(at));
        }
        if (bestNode != null && score < -EPSILON) {
            return; // no other node can be better
        }
        if (placementRequest.requestClass().request().isFraction() && tryFractions()) {
            return;
        }
        tryWhole();
    }

    private boolean tryFractions() {
        for (var entry : nodePool.withFreeFraction(thousandths)) {
            if (scan(entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    private void tryWhole() {
        int least =
                placementRequest.requestClass().request().isFraction()
                        ? 1
                        : placementRequest.requestClass().count;
        for (int free = least; free <= nodePool.acceleratorsPerNode(); free++) {
            if (scan(nodePool.withFree(free))) {
                return;
            }
        }
    }

    /** True if it found one that cannot be improved. */
    private boolean scan(NodePool.NodeSet set) {
        for (int at = set.next(0); at >= 0; at = set.next(at + 1)) {
            consider(clusterIndex.node(at));
            if (score < EPSILON && bytesToCopy == 0) {
                return true;
            }
        }
        return false;
    }

    private void consider(NodeState candidate) {
        RequestClass requestClass = placementRequest.requestClass();
        if (!candidate.hasCpuAndMemoryFor(requestClass)) {
            return;
        }
        double candidateScore = nodePool.nodeFit().score(candidate, thousandths, requestClass.cpus);
        if (candidateScore > score + EPSILON) {
            return;
        }
        if (requestClass.request().isFraction()) {
            int slot = tightestDevice(candidate);
            if (slot >= 0 && isBetter(candidate, candidate.freeThousandths(slot), candidateScore)) {
                choose(candidate, slot, candidateScore);
            }
        } else if (candidate.freeAccelerators() >= requestClass.count
                && isBetter(candidate, 0, candidateScore)
                && placementRequest.hasEnoughOn(candidate)) {
            choose(candidate, -1, candidateScore);
        }
    }

    /**
     * Prefers fewer stranded accelerators, then less data to copy, the tighter device, the fuller node, the first in
     * order.
     */
    private boolean isBetter(NodeState candidate, int slot, double candidateScore) {
        if (bestNode == null || candidateScore < score - EPSILON) {
            return true;
        }
        long candidateBytes = bytesToCopy(candidate);
        if (candidateBytes != bytesToCopy) {
            return candidateBytes < bytesToCopy;
        }
        if (slot != deviceFree) {
            return slot < deviceFree;
        }
        return candidate.totalFreeThousandths() != bestNode.totalFreeThousandths()
                ? candidate.totalFreeThousandths() < bestNode.totalFreeThousandths()
                : candidate.index < bestNode.index;
    }

    /** Bytes that must be copied to the node first. */
    private long bytesToCopy(NodeState candidate) {
        Bytes candidateBytes =
                placementRequest.job().workload().bytesToCopy().get(candidate.node.name());
        return candidateBytes == null ? 0 : candidateBytes.count();
    }

    private void choose(NodeState candidate, int slot, double candidateScore) {
        bestNode = candidate;
        device = slot;
        deviceFree = slot >= 0 ? candidate.freeThousandths(slot) : 0;
        bytesToCopy = bytesToCopy(candidate);
        score = candidateScore;
    }

    /** The accelerator with the least free share that is enough. */
    private int tightestDevice(NodeState candidate) {
        int best = -1;
        int least = Devices.WHOLE + 1;
        for (int each = 0; each < candidate.devices(); each++) {
            int free = candidate.freeThousandths(each);
            if (free >= thousandths
                    && free < least
                    && placementRequest.usableAccelerators(candidate, each) >= thousandths) {
                best = each;
                least = free;
            }
        }
        return best;
    }
}
