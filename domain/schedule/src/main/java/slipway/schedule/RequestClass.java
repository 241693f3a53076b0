package slipway.schedule;

import java.util.ArrayList;
import java.util.List;
import slipway.schedule.snapshot.ResourceRequest;

/** An ask as the board knows it: equal asks are one form, which remembers where to look. */
final class RequestClass {

    final int index;
    private final ResourceRequest resourceRequest;
    final int count;
    final int thousandths;
    final int cpus;
    final long memory;

    /** Most leave no node out, and whoever looks through hosts must not look each of them up. */
    private final boolean excludesNodes;

    /** Thousandths of accelerators that all who run or wait with this form ask for. */
    long demand;

    /** Where it can be placed at all, in the order in which it is tried. */
    private List<NodePool> pools = List.of();

    /** The types of accelerators in those pools: a gang takes one of them throughout. */
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

    /** Whether it is kept away from this node, however well it fits. */
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
