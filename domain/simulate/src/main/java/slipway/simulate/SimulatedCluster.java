package slipway.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** The nodes of a replay: the jobs on them and the accelerators that are free, on empty nodes or in fragments. */
final class SimulatedCluster {

    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final Map<String, SimulatedNode> byName = new HashMap<>();
    private long capacity;
    private long used;
    private long fragmented;
    private long unavailable;

    SimulatedCluster(List<Node> all) {
        for (Node node : all) {
            var simulatedNode = new SimulatedNode(nodes.size(), node);
            nodes.add(simulatedNode);
            byName.put(node.name(), simulatedNode);
            capacity += simulatedNode.capacity;
        }
    }

    /** All accelerators, in thousandths. */
    long capacity() {
        return capacity;
    }

    long used() {
        return used;
    }

    /** Free thousandths on nodes that are partly used. */
    long fragmented() {
        return fragmented;
    }

    /** Thousandths on nodes that have failed or were reclaimed. */
    long unavailable() {
        return unavailable;
    }

    List<SimulatedNode> nodes() {
        return nodes;
    }

    SimulatedNode node(int number) {
        return nodes.get(number);
    }

    void allocate(SimulatedJob simulatedJob, Placement placement) {
        change(simulatedJob, placement, 1);
    }

    void release(SimulatedJob simulatedJob, Placement placement) {
        change(simulatedJob, placement, -1);
    }

    /** Registers a job that is moving to these nodes, so that failures of the nodes reach it. */
    void expectArrival(SimulatedJob simulatedJob, Placement placement) {
        for (NodeAllocation allocation : placement.seats()) {
            node(allocation).jobs.add(simulatedJob);
        }
    }

    void cancelArrival(SimulatedJob simulatedJob, Placement placement) {
        for (NodeAllocation allocation : placement.seats()) {
            node(allocation).jobs.remove(simulatedJob);
        }
    }

    private void change(SimulatedJob simulatedJob, Placement placement, int sign) {
        for (NodeAllocation allocation : placement.seats()) {
            SimulatedNode simulatedNode = node(allocation);
            subtract(simulatedNode);
            simulatedNode.used += sign * (long) allocation.totalThousandths();
            if (sign > 0) {
                simulatedNode.jobs.add(simulatedJob);
            } else {
                simulatedNode.jobs.remove(simulatedJob);
            }
            addUp(simulatedNode);
            used += sign * (long) allocation.totalThousandths();
        }
    }

    /** Changes the condition of a node. */
    Node changeCondition(SimulatedNode simulatedNode, Node.Condition condition) {
        subtract(simulatedNode);
        simulatedNode.node = simulatedNode.node.withCondition(condition);
        addUp(simulatedNode);
        return simulatedNode.node;
    }

    private void subtract(SimulatedNode simulatedNode) {
        fragmented -= simulatedNode.fragmented();
        unavailable -= simulatedNode.unavailable();
    }

    private void addUp(SimulatedNode simulatedNode) {
        fragmented += simulatedNode.fragmented();
        unavailable += simulatedNode.unavailable();
    }

    private SimulatedNode node(NodeAllocation allocation) {
        SimulatedNode simulatedNode = byName.get(allocation.node());
        if (simulatedNode == null) {
            throw new IllegalStateException(
                    "Something was put on " + allocation.node() + ", which is not there");
        }
        return simulatedNode;
    }

    /** A node of the replay. */
    static final class SimulatedNode {

        final int number;
        final long capacity;
        private final List<SimulatedJob> jobs = new ArrayList<>();
        private Node node;
        private long used;

        SimulatedNode(int number, Node node) {
            this.number = number;
            this.node = node;
            this.capacity = node.devices().count() * (long) Node.Devices.WHOLE;
        }

        Node node() {
            return node;
        }

        boolean isReady() {
            return node.condition() == Node.Condition.READY;
        }

        /** The jobs that run on it or are moving to it, each once. */
        List<SimulatedJob> jobs() {
            return jobs.stream().distinct().toList();
        }

        private long fragmented() {
            return isReady() && used > 0 ? capacity - used : 0;
        }

        private long unavailable() {
            return isReady() ? 0 : capacity;
        }
    }
}
