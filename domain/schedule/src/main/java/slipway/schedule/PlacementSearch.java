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
            Comparator.comparingInt(NodeState::whole)
                    .thenComparingInt(nodeState -> nodeState.index);

    private final ClusterIndex clusterIndex;

    PlacementSearch(ClusterIndex clusterIndex) {
        this.clusterIndex = clusterIndex;
    }

    /** A place for so many nodes of the form, or nothing. */
    Optional<Placement> find(PlacementRequest placementRequest, int nodes) {
        return nodes == 1
                ? one(placementRequest).map(seat -> new Placement(List.of(seat)))
                : gang(placementRequest, nodes);
    }

    // One node.

    private Optional<NodeAllocation> one(PlacementRequest placementRequest) {
        BestFitSearch best = null;
        for (NodePool nodePool : placementRequest.form().pools()) {
            if (placementRequest.mayHave(nodePool, 1)) {
                var bestFitSearch = new BestFitSearch(clusterIndex, placementRequest, nodePool);
                bestFitSearch.run();
                if (bestFitSearch.found() && (best == null || bestFitSearch.isBetterThan(best))) {
                    best = bestFitSearch;
                }
            }
        }
        return best == null ? Optional.empty() : Optional.of(best.seat());
    }

    static NodeAllocation seat(
            NodeState nodeState, long usable, PlacementRequest placementRequest) {
        long unkept = usable;
        for (NodeState.Keep keep : nodeState.keeps) {
            if (keep.holder() != placementRequest.waiter()) {
                unkept &= ~keep.seat().mask();
            }
        }
        int count = placementRequest.form().count;
        long from = Long.bitCount(unkept) >= count ? unkept : usable;
        return new NodeAllocation(nodeState.node.name(), nodeState.pick(from, count), 1_000);
    }

    // Several nodes.

    private Optional<Placement> gang(PlacementRequest placementRequest, int nodes) {
        for (String type : placementRequest.form().types()) {
            List<NodeState> close = inOneRack(placementRequest, type, nodes);
            if (!close.isEmpty()) {
                return Optional.of(place(close, placementRequest));
            }
            List<NodeState> candidates = candidates(placementRequest, type, nodes);
            List<NodeState> chosen =
                    choose(candidates, nodes, placementRequest.form().ask().gang().within());
            if (!chosen.isEmpty()) {
                return Optional.of(place(chosen, placementRequest));
            }
        }
        return Optional.empty();
    }

    private static Placement place(List<NodeState> chosen, PlacementRequest placementRequest) {
        return new Placement(
                chosen.stream()
                        .map(
                                nodeState ->
                                        seat(
                                                nodeState,
                                                placementRequest.usable(nodeState),
                                                placementRequest))
                        .toList());
    }

    /** The usual case, by what the racks have: where one pool has all of a type. */
    private List<NodeState> inOneRack(PlacementRequest placementRequest, String type, int nodes) {
        List<NodePool> pools =
                placementRequest.form().pools().stream()
                        .filter(nodePool -> nodePool.type().equals(type))
                        .toList();
        if (pools.size() != 1 || !placementRequest.mayHave(pools.getFirst(), nodes)) {
            return List.of();
        }
        NodePool nodePool = pools.getFirst();
        var tried = new BitSet();
        int rack = nodePool.racks().fullest(nodes, placementRequest.form().count, tried);
        while (rack >= 0) {
            List<NodeState> here = tightest(placementRequest, nodePool.inRack(rack), nodes);
            if (here.size() == nodes) {
                return here;
            }
            tried.set(rack);
            rack = nodePool.racks().fullest(nodes, placementRequest.form().count, tried);
        }
        return List.of();
    }

    private static List<NodeState> tightest(
            PlacementRequest placementRequest, List<NodeState> hosts, int nodes) {
        return hosts.stream()
                .filter(
                        nodeState ->
                                nodeState.whole() >= placementRequest.form().count
                                        && nodeState.ready())
                .filter(nodeState -> nodeState.feeds(placementRequest.form()))
                .filter(placementRequest::finds)
                .sorted(TIGHTEST)
                .limit(nodes)
                .toList();
    }

    /** In the order of the hosts, so that those of one rack follow each other. */
    List<NodeState> candidates(PlacementRequest placementRequest, String type, int nodes) {
        RequestClass requestClass = placementRequest.form();
        List<NodeState> found = new ArrayList<>();
        for (NodePool nodePool : requestClass.pools()) {
            if (nodePool.type().equals(type) && placementRequest.mayHave(nodePool, nodes)) {
                for (int free = requestClass.count; free <= nodePool.count(); free++) {
                    NodePool.HostSet set = nodePool.withWhole(free);
                    for (int at = set.next(0); at >= 0; at = set.next(at + 1)) {
                        NodeState nodeState = clusterIndex.host(at);
                        if (nodeState.feeds(requestClass) && placementRequest.finds(nodeState)) {
                            found.add(nodeState);
                        }
                    }
                }
            }
        }
        found.sort(Comparator.comparingInt(nodeState -> nodeState.index));
        return found;
    }

    /** The smallest domain that holds so many, the fullest of those, and in it the tightest nodes. */
    static List<NodeState> choose(List<NodeState> candidates, int nodes, TopologyDomain within) {
        if (candidates.size() < nodes || (within == TopologyDomain.NODE && nodes > 1)) {
            return List.of();
        }
        List<NodeState> inRack = fullest(candidates, nodes, nodeState -> nodeState.rack);
        if (!inRack.isEmpty() || within == TopologyDomain.RACK) {
            return inRack.stream().sorted(TIGHTEST).limit(nodes).toList();
        }
        List<NodeState> inPod = fullest(candidates, nodes, nodeState -> nodeState.pod);
        if (!inPod.isEmpty() || within == TopologyDomain.POD) {
            return spread(inPod, nodes);
        }
        return spread(candidates, nodes);
    }

    /** Of the domains with enough nodes, the one with the least free. */
    private static List<NodeState> fullest(
            List<NodeState> candidates, int nodes, ToIntFunction<NodeState> domain) {
        List<NodeState> best = List.of();
        int least = Integer.MAX_VALUE;
        int start = 0;
        while (start < candidates.size()) {
            int end = start;
            int free = 0;
            int here = domain.applyAsInt(candidates.get(start));
            while (end < candidates.size() && domain.applyAsInt(candidates.get(end)) == here) {
                free += candidates.get(end).whole();
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

    /** Over as few racks as possible: those with the most candidates first. */
    private static List<NodeState> spread(List<NodeState> candidates, int nodes) {
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
