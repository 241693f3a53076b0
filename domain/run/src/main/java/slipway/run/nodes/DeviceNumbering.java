package slipway.run.nodes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** Numbers accelerators that an engine only counts, so that none is given to two. */
public final class DeviceNumbering {

    private final Map<String, Long> held = new HashMap<>();

    /** What was planned, in the order of the ranks that the engine gave the nodes; nothing where it chose others. */
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

    /** These are taken as they are. */
    public void reserve(Placement placement) {
        placement.seats().forEach(this::hold);
    }

    private void hold(NodeAllocation seat) {
        held.merge(seat.node(), seat.mask(), (some, more) -> some | more);
    }

    /** As many on the same nodes, the numbers that were meant where they are free, and others where not. */
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

    /** Fewer than were meant where more is held than there is: engines answer one question after the other. */
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
