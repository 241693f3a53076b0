package slipway.schedule;

import java.util.ArrayList;
import java.util.List;
import slipway.schedule.snapshot.ResourceRequest;

/** The class of all equal requests. It remembers the pools that can run them. */
final class RequestClass {

    final int index;
    private final ResourceRequest resourceRequest;
    final int count;
    final int thousandths;
    final int cpus;
    final long memory;

    /** Most requests exclude no node; this saves a lookup for each node. */
    private final boolean excludesNodes;

    /** Thousandths of accelerators that all pending and running jobs of this class request. */
    long demand;

    /** The pools that can run it, in search order. */
    private List<NodePool> pools = List.of();

    /** The accelerator types of those pools: a gang uses one type throughout. */
    private List<String> types = List.of();

    RequestClass(int index, ResourceRequest resourceRequest) {
        this.index = index;
        this.resourceRequest = resourceRequest;
        this.count = resourceRequest.accelerators().count();
        this.thousandths = resourceRequest.accelerators().thousandths();
        this.cpus = resourceRequest.machine().cpus();
        this.memory = resourceRequest.machine().memory().count();
        this.excludesNodes = !resourceRequest.constraints().excluded().isEmpty();
    }

    ResourceRequest request() {
        return resourceRequest;
    }

    List<NodePool> pools() {
        return pools;
    }

    void findPools(List<NodePool> all) {
        List<NodePool> mine = new ArrayList<>();
        for (NodePool nodePool : all) {
            if (nodePool.suits(resourceRequest)) {
                mine.add(nodePool);
            }
        }
        pools = List.copyOf(mine);
        types = mine.stream().map(NodePool::type).distinct().toList();
    }

    /** Whether the request excludes this node, however well it fits. */
    boolean excludes(NodeState nodeState) {
        return excludesNodes
                && resourceRequest.constraints().excluded().containsKey(nodeState.node.name());
    }

    List<String> types() {
        return types;
    }

    int nodes() {
        return resourceRequest.gang().nodes();
    }
}
