package slipway.schedule;

import java.util.ArrayList;
import java.util.List;
import slipway.schedule.picture.Ask;

/** An ask as the board knows it: equal asks are one form, which remembers where to look. */
final class Form {

    final int index;
    private final Ask resourceRequest;
    final int count;
    final int thousandths;
    final int cpus;
    final long memory;

    /** Most leave no node out, and whoever looks through hosts must not look each of them up. */
    private final boolean choosy;

    /** Thousandths of accelerators that all who run or wait with this form ask for. */
    long asked;

    /** Where it can be placed at all, in the order in which it is tried. */
    private List<Pool> pools = List.of();

    /** The types of accelerators in those pools: a gang takes one of them throughout. */
    private List<String> types = List.of();

    Form(int index, Ask resourceRequest) {
        this.index = index;
        this.resourceRequest = resourceRequest;
        this.count = resourceRequest.need().count();
        this.thousandths = resourceRequest.need().thousandths();
        this.cpus = resourceRequest.machine().cpus();
        this.memory = resourceRequest.machine().memory().count();
        this.choosy = !resourceRequest.where().without().isEmpty();
    }

    Ask ask() {
        return resourceRequest;
    }

    List<Pool> pools() {
        return pools;
    }

    void lookIn(List<Pool> all) {
        List<Pool> mine = new ArrayList<>();
        for (Pool nodePool : all) {
            if (nodePool.suits(resourceRequest)) {
                mine.add(nodePool);
            }
        }
        pools = List.copyOf(mine);
        types = mine.stream().map(Pool::type).distinct().toList();
    }

    /** Whether it is kept away from this node, however well it fits. */
    boolean leavesOut(Host nodeState) {
        return choosy && resourceRequest.where().without().containsKey(nodeState.node.name());
    }

    List<String> types() {
        return types;
    }

    int nodes() {
        return resourceRequest.gang().nodes();
    }
}
