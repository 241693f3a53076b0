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
        planned.seats().forEach(seat -> byNode.put(seat.node(), seat));
        List<NodeAllocation> seats = new ArrayList<>();
        for (NodeAllocation seat : actual.seats()) {
            Optional.ofNullable(byNode.remove(seat.node()))
                    .filter(meant -> meant.count() == seat.count())
                    .ifPresent(seats::add);
        }
        return byNode.isEmpty() && seats.size() == actual.nodes()
                ? Optional.of(new Placement(seats))
                : Optional.empty();
    }

    /** Reserves the accelerators of this placement as they are. */
    public void reserve(Placement placement) {
        placement.seats().forEach(this::hold);
    }

    private void hold(NodeAllocation seat) {
        held.merge(seat.node(), seat.mask(), (some, more) -> some | more);
    }

    /** Assigns as many accelerators on the same nodes: the planned numbers where they are free, else others. */
    public Placement assign(Placement meant, Map<String, Node> nodes) {
        List<NodeAllocation> seats = new ArrayList<>();
        for (NodeAllocation seat : meant.seats()) {
            int there =
                    Optional.ofNullable(nodes.get(seat.node()))
                            .map(node -> node.devices().count())
                            .orElse(Node.Devices.MAX_COUNT);
            var given = new NodeAllocation(seat.node(), freeMask(seat, there), seat.thousandths());
            hold(given);
            seats.add(given);
        }
        return new Placement(seats);
    }

    /**
     * Fewer than planned if more is held than exists, which happens because engines answer queries at different times.
     */
    private long freeMask(NodeAllocation seat, int there) {
        long all = there == Node.Devices.MAX_COUNT ? -1L : (1L << there) - 1;
        long free = all & ~held.getOrDefault(seat.node(), 0L);
        long given = seat.mask() & free;
        long others = free & ~given;
        while (Long.bitCount(given) < seat.count() && others != 0) {
            given |= Long.lowestOneBit(others);
            others &= others - 1;
        }
        return given;
    }
}
