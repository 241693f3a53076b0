package slipway.run.nodes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** Assigns numbers to accelerators that an engine only counts, so that no two placements share one. */
public final class DeviceNumbering {

    private final Map<String, Long> held = new HashMap<>();

    /** The planned placement in the order of ranks that the engine chose; empty if it chose other nodes. */
    public static Optional<Placement> inRankOrder(Placement planned, Placement actual) {
        Map<String, NodeAllocation> byNode = new HashMap<>();
        planned.seats().forEach(allocation -> byNode.put(allocation.node(), allocation));
        List<NodeAllocation> allocations = new ArrayList<>();
        for (NodeAllocation allocation : actual.seats()) {
            Optional.ofNullable(byNode.remove(allocation.node()))
                    .filter(it -> it.count() == allocation.count())
                    .ifPresent(allocations::add);
        }
        return byNode.isEmpty() && allocations.size() == actual.nodes()
                ? Optional.of(new Placement(allocations))
                : Optional.empty();
    }

    /** Reserves the accelerators of this placement as they are. */
    public void reserve(Placement placement) {
        placement.seats().forEach(this::hold);
    }

    private void hold(NodeAllocation allocation) {
        held.merge(allocation.node(), allocation.mask(), (some, more) -> some | more);
    }

    /** Assigns as many accelerators on the same nodes: the planned numbers where they are free, else others. */
    public Placement assign(Placement planned, Map<String, Node> nodes) {
        List<NodeAllocation> allocations = new ArrayList<>();
        for (NodeAllocation allocation : planned.seats()) {
            int count =
                    Optional.ofNullable(nodes.get(allocation.node()))
                            .map(node -> node.devices().count())
                            .orElse(Node.Devices.MAX_COUNT);
            var given =
                    new NodeAllocation(
                            allocation.node(),
                            freeMask(allocation, count),
                            allocation.thousandths());
            hold(given);
            allocations.add(given);
        }
        return new Placement(allocations);
    }

    /**
     * Fewer than planned if more is held than exists, which happens because engines answer queries at different times.
     */
    private long freeMask(NodeAllocation allocation, int count) {
        long all = count == Node.Devices.MAX_COUNT ? -1L : (1L << count) - 1;
        long free = all & ~held.getOrDefault(allocation.node(), 0L);
        long given = allocation.mask() & free;
        long others = free & ~given;
        while (Long.bitCount(given) < allocation.count() && others != 0) {
            given |= Long.lowestOneBit(others);
            others &= others - 1;
        }
        return given;
    }
}
