package slipway.simulate.trace;

import java.util.HashMap;
import java.util.Map;
import slipway.schedule.snapshot.ResourceRequest;

/**
 * Requests for a number of accelerators, as traces give it: on one node if it is large enough, else on the fewest nodes
 * with the same number on each. Gangs are even, so 12 on nodes with 8 are 2 x 6, not 8 + 4; an uneven number is rounded
 * up on each node (20 are 3 x 7).
 */
final class GangSizes {

    private final int perNode;
    private final Map<Integer, ResourceRequest> requests = new HashMap<>();

    GangSizes(int perNode) {
        this.perNode = perNode;
    }

    ResourceRequest of(int accelerators) {
        return requests.computeIfAbsent(accelerators, this::request);
    }

    int nodes(int accelerators) {
        return Math.max(1, Math.ceilDiv(accelerators, perNode));
    }

    private ResourceRequest request(int accelerators) {
        int nodes = nodes(accelerators);
        return ResourceRequest.of(Math.ceilDiv(accelerators, nodes)).withNodes(nodes);
    }
}
