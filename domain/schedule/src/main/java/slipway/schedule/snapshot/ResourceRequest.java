package slipway.schedule.snapshot;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.text.Format;

/**
 * The resources that a workload requests: accelerators, CPU cores and memory on each node of its gang. Equal requests
 * are searched for once: most of a long queue requests the same few things.
 *
 * @param machine CPU cores and memory on every node of the gang
 */
public record ResourceRequest(
        AcceleratorRequest accelerators,
        Node.Machine machine,
        Gang gang,
        NodeConstraints constraints) {

    public ResourceRequest {
        if (accelerators.thousandths < Node.Devices.WHOLE && gang.maxNodes > 1) {
            throw new IllegalArgumentException(
                    "A gang of several nodes requests whole accelerators");
        }
    }

    /** Accelerators on one node, of any type. */
    public static ResourceRequest of(int accelerators) {
        return new ResourceRequest(
                new AcceleratorRequest(List.of(), accelerators, Node.Devices.WHOLE),
                new Node.Machine(0, Bytes.ZERO),
                Gang.SINGLE_NODE,
                NodeConstraints.ANYWHERE);
    }

    /** A fraction of one accelerator. */
    public static ResourceRequest fraction(int thousandths) {
        return of(1).withAccelerators(new AcceleratorRequest(List.of(), 1, thousandths));
    }

    public ResourceRequest withAccelerators(AcceleratorRequest other) {
        return new ResourceRequest(other, machine, gang, constraints);
    }

    public ResourceRequest ofTypes(String... types) {
        return withAccelerators(
                new AcceleratorRequest(
                        List.of(types), accelerators.count, accelerators.thousandths));
    }

    public ResourceRequest withNodes(int nodes) {
        return withGang(new Gang(nodes, nodes, nodes, gang.within));
    }

    public ResourceRequest withGang(Gang other) {
        return new ResourceRequest(accelerators, machine, other, constraints);
    }

    public ResourceRequest withMachine(Node.Machine other) {
        return new ResourceRequest(accelerators, other, gang, constraints);
    }

    public ResourceRequest withConstraints(NodeConstraints other) {
        return new ResourceRequest(accelerators, machine, gang, other);
    }

    /** Thousandths of accelerators on one node. */
    public int thousandthsPerNode() {
        return accelerators.count * accelerators.thousandths;
    }

    /** Thousandths of accelerators in total, at the requested size. */
    public int totalThousandths() {
        return Math.multiplyExact(thousandthsPerNode(), gang.nodes);
    }

    public boolean isFraction() {
        return accelerators.thousandths < Node.Devices.WHOLE;
    }

    /** As in "8 H100 on one node" or "4 x 8 H100 in one rack"; without accelerators "2 processors". */
    public String describe() {
        String each = amount(accelerators.count, accelerators.thousandths);
        if (gang.nodes == 1) {
            return accelerators.count > 1 ? each + " on one node" : each;
        }
        String where =
                gang.within == TopologyDomain.CLUSTER ? "" : " in one " + gang.within.label();
        return gang.nodes + " x " + each + where;
    }

    private String amount(int count, int thousandths) {
        if (count == 0) {
            return Format.number(machine.cpus() / 1e3)
                    + (machine.cpus() > 1_000 ? " processors" : " processor");
        }
        boolean any = accelerators.types.isEmpty();
        String type = any && count == 1 && !isFraction() ? "accelerator" : describeTypes();
        return isFraction()
                ? Format.acceleratorThousandths(count * thousandths, type)
                : Format.accelerators(count, type);
    }

    /** As in "H100 or A100"; "accelerators" if any type is accepted. */
    public String describeTypes() {
        return accelerators.types.isEmpty()
                ? "accelerators"
                : Format.list(accelerators.types, "or");
    }

    /**
     * Accelerators on each node.
     *
     * @param types the accepted types; none means any
     * @param thousandths the share of each accelerator: less than 1,000 only if one is requested
     */
    public record AcceleratorRequest(List<String> types, int count, int thousandths) {

        public AcceleratorRequest {
            types = List.copyOf(types);
            if (count < 0 || count > Node.Devices.MAX_COUNT) {
                throw new IllegalArgumentException(
                        "A node gives 0 to %d accelerators, not %d"
                                .formatted(Node.Devices.MAX_COUNT, count));
            }
            if (thousandths < 1 || thousandths > Node.Devices.WHOLE) {
                throw new IllegalArgumentException(
                        "A share is 1 to 1,000 thousandths, not " + thousandths);
            }
            if (thousandths < Node.Devices.WHOLE && count != 1) {
                throw new IllegalArgumentException(
                        "Only one accelerator can be requested as a fraction");
            }
        }

        public boolean allows(String type) {
            return types.isEmpty() || types.contains(type);
        }
    }

    /**
     * A gang: nodes that are needed together, all or none.
     *
     * @param minNodes the fewest nodes with which an elastic gang can continue
     * @param maxNodes the most nodes that it can use
     * @param within the topology domain that must hold all nodes
     */
    public record Gang(int nodes, int minNodes, int maxNodes, TopologyDomain within) {

        public static final Gang SINGLE_NODE = new Gang(1, 1, 1, TopologyDomain.CLUSTER);

        public Gang {
            if (minNodes < 1 || minNodes > nodes || maxNodes < nodes) {
                throw new IllegalArgumentException(
                        "A gang of %d cannot range from %d to %d"
                                .formatted(nodes, minNodes, maxNodes));
            }
        }

        public boolean isElastic() {
            return minNodes < maxNodes;
        }
    }

    /**
     * @param spot whether spot nodes are acceptable
     * @param labels labels that a node must have
     * @param excluded nodes that must not be used although they fit, with the reason: "attempt 2 met an uncorrectable
     *     memory error"
     */
    public record NodeConstraints(boolean spot, Set<String> labels, Map<String, String> excluded) {

        public static final NodeConstraints ANYWHERE = new NodeConstraints(false, Set.of());

        public NodeConstraints {
            labels = Set.copyOf(labels);
            excluded = Map.copyOf(excluded);
        }

        public NodeConstraints(boolean spot, Set<String> labels) {
            this(spot, labels, Map.of());
        }

        public NodeConstraints excluded(Map<String, String> others) {
            return new NodeConstraints(spot, labels, others);
        }
    }

    /** The topology domain that must hold all nodes of a gang. */
    public enum TopologyDomain {
        NODE,
        RACK,
        POD,
        CLUSTER;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
