package slipway.schedule.snapshot;

import java.util.Set;
import java.util.TreeSet;
import slipway.base.Bytes;

/**
 * A machine with accelerators.
 *
 * @param labels labels that a request may require, such as {@code zone-a} or {@code fast-disk}
 */
public record Node(
        String name,
        Devices devices,
        Machine machine,
        Topology topology,
        Offer offer,
        Set<String> labels,
        Condition condition) {

    public Node {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A node has a name");
        }
        labels = Set.copyOf(labels);
    }

    /** A ready node without labels that is not a spot node. */
    public static Node of(String name, Devices devices, Machine machine) {
        return new Node(
                name, devices, machine, Topology.UNKNOWN, Offer.OWNED, Set.of(), Condition.READY);
    }

    public Node withTopology(Topology other) {
        return new Node(name, devices, machine, other, offer, labels, condition);
    }

    public Node withOffer(Offer other) {
        return new Node(name, devices, machine, topology, other, labels, condition);
    }

    public Node withLabels(Set<String> others) {
        return new Node(name, devices, machine, topology, offer, others, condition);
    }

    public Node withCondition(Condition other) {
        return new Node(name, devices, machine, topology, offer, labels, other);
    }

    /** Whether an empty node could run the request; CPU cores and memory are checked elsewhere. */
    public boolean suits(ResourceRequest resourceRequest) {
        return devices.satisfies(resourceRequest.accelerators())
                && (resourceRequest.accelerators().count() == 0
                        || resourceRequest.accelerators().allows(devices.type))
                && (!offer.spot || resourceRequest.constraints().spot())
                && labels.containsAll(resourceRequest.constraints().labels());
    }

    /** Equal for nodes that are interchangeable for every request: they form one pool. */
    public String poolKey() {
        return "%s|%d|%d|%d|%s|%d|%d|%s|%d|%s"
                .formatted(
                        devices.type,
                        devices.count,
                        devices.nvlinkIsland,
                        devices.slices,
                        devices.wholeNodeOnly,
                        machine.cpus,
                        machine.memory.count(),
                        offer.spot,
                        offer.hourlyPrice,
                        new TreeSet<>(labels));
    }

    /**
     * The accelerators of one node, all of one type.
     *
     * @param type the catalog's name; {@link #NONE} for a node without accelerators
     * @param nvlinkIsland the number of accelerators that NVLink joins; usually all of them
     * @param slices the equal parts of one accelerator that can be allocated: 1,000 for time slices, 7 for MIG, 1 where
     *     only whole accelerators are allocated
     * @param wholeNodeOnly whether a job must request all accelerators of the node, and nothing else runs beside it
     */
    public record Devices(
            String type, int count, int nvlinkIsland, int slices, boolean wholeNodeOnly) {

        public static final String NONE = "cpu";
        public static final int MAX_COUNT = 64;
        public static final int WHOLE = 1_000;

        public Devices {
            if (count < 0 || count > MAX_COUNT) {
                throw new IllegalArgumentException(
                        "A node has 0 to %d accelerators, not %d".formatted(MAX_COUNT, count));
            }
            if (nvlinkIsland < 0 || nvlinkIsland > count || slices < 1 || slices > WHOLE) {
                throw new IllegalArgumentException(
                        "An island of %d and %d slices do not fit %d accelerators"
                                .formatted(nvlinkIsland, slices, count));
            }
        }

        public Devices(String type, int count, int island, int slices) {
            this(type, count, island, slices, false);
        }

        public static Devices of(String type, int count) {
            return new Devices(type, count, count, WHOLE);
        }

        public Devices asWholeNode() {
            return new Devices(type, count, nvlinkIsland, 1, true);
        }

        private boolean satisfies(ResourceRequest.AcceleratorRequest need) {
            return wholeNodeOnly
                    ? need.count() == count && need.thousandths() == WHOLE
                    : need.count() <= count;
        }

        /**
         * The thousandths that a share of one accelerator occupies: whole slices, each rounded down, so that all slices
         * of an accelerator can be allocated. A share may be rounded up to a thousandth: 143 is one of seven slices.
         */
        public int roundUp(int thousandths) {
            int needed = (thousandths - 1) * slices / WHOLE + 1;
            return needed * WHOLE / slices;
        }
    }

    /** CPU cores in thousandths, and memory. */
    public record Machine(int cpus, Bytes memory) {

        public Machine {
            if (cpus < 0) {
                throw new IllegalArgumentException("A number of processors cannot be negative");
            }
        }
    }

    /**
     * The position in the topology: node &lt; rack &lt; pod &lt; cluster. Empty means unknown; all such nodes share one
     * domain.
     */
    public record Topology(String pod, String rack) {

        public static final Topology UNKNOWN = new Topology("", "");
    }

    /**
     * The terms on which the node is available.
     *
     * @param spot whether the provider may reclaim it at any time
     * @param hourlyPrice the price of one accelerator for an hour, in millionths of the cluster's currency
     */
    public record Offer(boolean spot, long hourlyPrice) {

        public static final Offer OWNED = new Offer(false, 0);
    }

    /** Whether jobs may be placed on it. */
    public enum Condition {
        READY,
        /** Its jobs finish and no new ones start. */
        DRAINED,
        /** Its jobs are lost. */
        FAILED
    }
}
