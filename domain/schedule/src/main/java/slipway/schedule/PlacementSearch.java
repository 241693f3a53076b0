package slipway.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;

/**
 * Finds a placement. One node: the tightest that fits, so that whole nodes stay free for large requests behind it. A
 * gang: the smallest topology domain that fits, of those the fullest, and in it the tightest nodes. A fraction of an
 * accelerator: next to other fractions where it fits most tightly, and only then on an empty accelerator.
 */
final class PlacementSearch {

    private static final Comparator<NodeState> TIGHTEST =
            Comparator.comparingInt(NodeState::freeAccelerators)
                    .thenComparingInt(nodeState -> nodeState.index);

    private final ClusterIndex clusterIndex;

    PlacementSearch(ClusterIndex clusterIndex) {
        this.clusterIndex = clusterIndex;
    }

    /** A placement on this many nodes, or nothing. */
    Optional<Placement> find(PlacementRequest placementRequest, int nodes) {
        return nodes == 1
                ? findNode(placementRequest).map(allocation -> new Placement(List.of(allocation)))
                : findGang(placementRequest, nodes);
    }

    // Requests for one node.

    private Optional<NodeAllocation> findNode(PlacementRequest placementRequest) {
        BestFitSearch best = null;
        for (NodePool nodePool : placementRequest.requestClass().pools()) {
            if (placementRequest.quotaAllows(nodePool, 1)) {
                var bestFitSearch = new BestFitSearch(clusterIndex, placementRequest, nodePool);
                bestFitSearch.run();
                if (bestFitSearch.found() && (best == null || bestFitSearch.isBetterThan(best))) {
                    best = bestFitSearch;
                }
            }
        }
        return best == null ? Optional.empty() : Optional.of(best.allocation());
    }

    static NodeAllocation allocate(
            NodeState nodeState, long usable, PlacementRequest placementRequest) {
        long unreserved = usable;
        for (NodeState.NodeReservation reservation : nodeState.reservations) {
            if (reservation.holder() != placementRequest.job()) {
                unreserved &= ~reservation.allocation().mask();
            }
        }
        int count = placementRequest.requestClass().count;
        long from = Long.bitCount(unreserved) >= count ? unreserved : usable;
        return new NodeAllocation(
                nodeState.node.name(), nodeState.chooseDevices(from, count), 1_000);
    }

    // Gangs.

    private Optional<Placement> findGang(PlacementRequest placementRequest, int nodes) {
        for (String type : placementRequest.requestClass().types()) {
            List<NodeState> inRack = findInOneRack(placementRequest, type, nodes);
            if (!inRack.isEmpty()) {
                return Optional.of(toPlacement(inRack, placementRequest));
            }
            List<NodeState> candidates = candidates(placementRequest, type, nodes);
            List<NodeState> chosen =
                    chooseDomain(
                            candidates,
                            nodes,
                            placementRequest.requestClass().request().gang().within());
            if (!chosen.isEmpty()) {
                return Optional.of(toPlacement(chosen, placementRequest));
            }
        }
        return Optional.empty();
    }

    private static Placement toPlacement(
            List<NodeState> chosen, PlacementRequest placementRequest) {
        return new Placement(
                chosen.stream()
                        .map(
                                nodeState ->
                                        allocate(
                                                nodeState,
                                                placementRequest.usableAccelerators(nodeState),
                                                placementRequest))
                        .toList());
    }

    /** The usual case, decided by counts per rack: one pool has all nodes of a type. */
    private List<NodeState> findInOneRack(
            PlacementRequest placementRequest, String type, int nodes) {
        List<NodePool> pools =
                placementRequest.requestClass().pools().stream()
                        .filter(nodePool -> nodePool.type().equals(type))
                        .toList();
        if (pools.size() != 1 || !placementRequest.quotaAllows(pools.getFirst(), nodes)) {
            return List.of();
        }
        NodePool nodePool = pools.getFirst();
        var tried = new BitSet();
        int rack =
                nodePool.rackCounts()
                        .tightestRack(nodes, placementRequest.requestClass().count, tried);
        while (rack >= 0) {
            List<NodeState> here = tightest(placementRequest, nodePool.nodesInRack(rack), nodes);
            if (here.size() == nodes) {
                return here;
            }
            tried.set(rack);
            rack =
                    nodePool.rackCounts()
                            .tightestRack(nodes, placementRequest.requestClass().count, tried);
        }
        return List.of();
    }

    private static List<NodeState> tightest(
            PlacementRequest placementRequest, List<NodeState> nodeStates, int nodes) {
        return nodeStates.stream()
                .filter(
                        nodeState ->
                                nodeState.freeAccelerators()
                                                >= placementRequest.requestClass().count
                                        && nodeState.isReady())
                .filter(nodeState -> nodeState.hasCpuAndMemoryFor(placementRequest.requestClass()))
                .filter(placementRequest::hasEnoughOn)
                .sorted(TIGHTEST)
                .limit(nodes)
                .toList();
    }

    /** In the order of the nodes, so that those of one rack are adjacent. */
    List<NodeState> candidates(PlacementRequest placementRequest, String type, int nodes) {
        RequestClass requestClass = placementRequest.requestClass();
        List<NodeState> found = new ArrayList<>();
        for (NodePool nodePool : requestClass.pools()) {
            if (nodePool.type().equals(type) && placementRequest.quotaAllows(nodePool, nodes)) {
                for (int free = requestClass.count;
                        free <= nodePool.acceleratorsPerNode();
                        free++) {
                    NodePool.NodeSet set = nodePool.withFree(free);
                    for (int at = set.next(0); at >= 0; at = set.next(at + 1)) {
                        NodeState nodeState = clusterIndex.node(at);
                        if (nodeState.hasCpuAndMemoryFor(requestClass)
                                && placementRequest.hasEnoughOn(nodeState)) {
                            found.add(nodeState);
                        }
                    }
                }
            }
        }
        found.sort(Comparator.comparingInt(nodeState -> nodeState.index));
        return found;
    }

    /** The smallest topology domain that holds the gang, of those the fullest, and in it the tightest nodes. */
    static List<NodeState> chooseDomain(
            List<NodeState> candidates, int nodes, TopologyDomain within) {
        if (candidates.size() < nodes || (within == TopologyDomain.NODE && nodes > 1)) {
            return List.of();
        }
        List<NodeState> inRack = tightestDomain(candidates, nodes, nodeState -> nodeState.rack);
        if (!inRack.isEmpty() || within == TopologyDomain.RACK) {
            return inRack.stream().sorted(TIGHTEST).limit(nodes).toList();
        }
        List<NodeState> inPod = tightestDomain(candidates, nodes, nodeState -> nodeState.pod);
        if (!inPod.isEmpty() || within == TopologyDomain.POD) {
            return overFewestRacks(inPod, nodes);
        }
        return overFewestRacks(candidates, nodes);
    }

    /** Of the domains with enough nodes, the one with the least free. */
    private static List<NodeState> tightestDomain(
            List<NodeState> candidates, int nodes, ToIntFunction<NodeState> domain) {
        List<NodeState> best = List.of();
        int least = Integer.MAX_VALUE;
        int start = 0;
        while (start < candidates.size()) {
            int end = start;
            int free = 0;
            int here = domain.applyAsInt(candidates.get(start));
            while (end < candidates.size() && domain.applyAsInt(candidates.get(end)) == here) {
                free += candidates.get(end).freeAccelerators();
                end++;
            }
            if (end - start >= nodes && free < least) {
                least = free;
                best = candidates.subList(start, end);
            }
            start = end;
        }
        return best;
    }

    /** On as few racks as possible: those with the most candidates first. */
    private static List<NodeState> overFewestRacks(List<NodeState> candidates, int nodes) {
        var size = new java.util.HashMap<Integer, Integer>();
        candidates.forEach(nodeState -> size.merge(nodeState.rack, 1, Integer::sum));
        return candidates.stream()
                .sorted(
                        Comparator.<NodeState>comparingInt(
                                        nodeState -> -size.getOrDefault(nodeState.rack, 0))
                                .thenComparingInt(nodeState -> nodeState.rack)
                                .thenComparing(TIGHTEST))
                .limit(nodes)
                .toList();
    }
}
