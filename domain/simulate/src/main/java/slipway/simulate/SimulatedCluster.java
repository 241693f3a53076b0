package slipway.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** The nodes, who is on them, and what is free: whole nodes, or only pieces beside others. */
final class SimulatedCluster {

    private final List<Spot> spots = new ArrayList<>();
    private final Map<String, Spot> byName = new HashMap<>();
    private long capacity;
    private long used;
    private long pieces;
    private long missing;

    SimulatedCluster(List<Node> nodes) {
        for (Node node : nodes) {
            var spot = new Spot(spots.size(), node);
            spots.add(spot);
            byName.put(node.name(), spot);
            capacity += spot.capacity;
        }
    }

    /** All accelerators, in thousandths. */
    long capacity() {
        return capacity;
    }

    long used() {
        return used;
    }

    /** Free on nodes that somebody else is on. */
    long pieces() {
        return pieces;
    }

    /** On nodes that have failed or were taken away. */
    long missing() {
        return missing;
    }

    List<Spot> spots() {
        return spots;
    }

    Spot spot(int number) {
        return spots.get(number);
    }

    void take(SimulatedJob simulatedJob, Placement placement) {
        occupy(simulatedJob, placement, 1);
    }

    void leave(SimulatedJob simulatedJob, Placement placement) {
        occupy(simulatedJob, placement, -1);
    }

    /** It will come there, so what happens to the node happens to it. */
    void expect(SimulatedJob simulatedJob, Placement placement) {
        for (NodeAllocation seat : placement.seats()) {
            spot(seat).guests.add(simulatedJob);
        }
    }

    void expectNoMore(SimulatedJob simulatedJob, Placement placement) {
        for (NodeAllocation seat : placement.seats()) {
            spot(seat).guests.remove(simulatedJob);
        }
    }

    private void occupy(SimulatedJob simulatedJob, Placement placement, int sign) {
        for (NodeAllocation seat : placement.seats()) {
            Spot spot = spot(seat);
            forget(spot);
            spot.used += sign * (long) seat.totalThousandths();
            if (sign > 0) {
                spot.guests.add(simulatedJob);
            } else {
                spot.guests.remove(simulatedJob);
            }
            count(spot);
            used += sign * (long) seat.totalThousandths();
        }
    }

    /** A node goes, or comes back. */
    Node becomes(Spot spot, Node.Condition condition) {
        forget(spot);
        spot.node = spot.node.withCondition(condition);
        count(spot);
        return spot.node;
    }

    private void forget(Spot spot) {
        pieces -= spot.pieces();
        missing -= spot.missing();
    }

    private void count(Spot spot) {
        pieces += spot.pieces();
        missing += spot.missing();
    }

    private Spot spot(NodeAllocation seat) {
        Spot spot = byName.get(seat.node());
        if (spot == null) {
            throw new IllegalStateException(
                    "Something was put on " + seat.node() + ", which is not there");
        }
        return spot;
    }

    /** One node. */
    static final class Spot {

        final int number;
        final long capacity;
        private final List<SimulatedJob> guests = new ArrayList<>();
        private Node node;
        private long used;

        Spot(int number, Node node) {
            this.number = number;
            this.node = node;
            this.capacity = node.devices().count() * (long) Node.Devices.WHOLE;
        }

        Node node() {
            return node;
        }

        boolean ready() {
            return node.condition() == Node.Condition.READY;
        }

        /** Whoever is on it or on its way there, each once. */
        List<SimulatedJob> guests() {
            return guests.stream().distinct().toList();
        }

        private long pieces() {
            return ready() && used > 0 ? capacity - used : 0;
        }

        private long missing() {
            return ready() ? 0 : capacity;
        }
    }
}
