package slipway.schedule.snapshot;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.text.Format;

/**
 * The resources that a workload requests: accelerators, processors and memory on each node of its gang. Equal requests
 * are searched for once: most of a long queue requests the same few things.
 *
 * @param machine processors and memory on every node of the gang
 */
public record ResourceRequest(Need need, Node.Machine machine, Gang gang, Where where) {

    public ResourceRequest {
        if (need.thousandths < Node.Devices.WHOLE && gang.most > 1) {
            throw new IllegalArgumentException(
                    "A gang of several nodes asks for whole accelerators");
        }
    }

    /** Accelerators on one node, of any type that has as many. */
    public static ResourceRequest of(int accelerators) {
        return new ResourceRequest(
                new Need(List.of(), accelerators, Node.Devices.WHOLE),
                new Node.Machine(0, Bytes.ZERO),
                Gang.ONE,
                Where.ANYWHERE);
    }

    /** A part of one accelerator. */
    public static ResourceRequest part(int thousandths) {
        return of(1).needing(new Need(List.of(), 1, thousandths));
    }

    public ResourceRequest needing(Need other) {
        return new ResourceRequest(other, machine, gang, where);
    }

    public ResourceRequest types(String... types) {
        return needing(new Need(List.of(types), need.count, need.thousandths));
    }

    public ResourceRequest nodes(int nodes) {
        return in(new Gang(nodes, nodes, nodes, gang.within));
    }

    public ResourceRequest in(Gang other) {
        return new ResourceRequest(need, machine, other, where);
    }

    public ResourceRequest beside(Node.Machine other) {
        return new ResourceRequest(need, other, gang, where);
    }

    public ResourceRequest at(Where other) {
        return new ResourceRequest(need, machine, gang, other);
    }

    /** Thousandths of accelerators on one node. */
    public int perNode() {
        return need.count * need.thousandths;
    }

    /** Thousandths of accelerators in all, at the size that is asked for. */
    public int whole() {
        return Math.multiplyExact(perNode(), gang.nodes);
    }

    public boolean isPart() {
        return need.thousandths < Node.Devices.WHOLE;
    }

    /** As in "8 H100 on one node" or "4 x 8 H100 in one rack"; without accelerators "2 processors". */
    public String sentence() {
        String each = amount(need.count, need.thousandths);
        if (gang.nodes == 1) {
            return need.count > 1 ? each + " on one node" : each;
        }
        String where = gang.within == Within.CLUSTER ? "" : " in one " + gang.within.word();
        return gang.nodes + " x " + each + where;
    }

    private String amount(int count, int thousandths) {
        if (count == 0) {
            return Format.number(machine.cpus() / 1e3)
                    + (machine.cpus() > 1_000 ? " processors" : " processor");
        }
        boolean any = need.types.isEmpty();
        String type = any && count == 1 && !isPart() ? "accelerator" : typeWords();
        return isPart()
                ? Format.acceleratorThousandths(count * thousandths, type)
                : Format.accelerators(count, type);
    }

    /** As in "H100 or A100"; where any will do, "accelerators". */
    public String typeWords() {
        return need.types.isEmpty() ? "accelerators" : Format.list(need.types, "or");
    }

    /**
     * Accelerators on each node.
     *
     * @param types any of these; none means any that there is
     * @param thousandths of each: less than 1,000 only where one is asked for
     */
    public record Need(List<String> types, int count, int thousandths) {

        public Need {
            types = List.copyOf(types);
            if (count < 0 || count > Node.Devices.MOST) {
                throw new IllegalArgumentException(
                        "A node gives 0 to %d accelerators, not %d"
                                .formatted(Node.Devices.MOST, count));
            }
            if (thousandths < 1 || thousandths > Node.Devices.WHOLE) {
                throw new IllegalArgumentException(
                        "A share is 1 to 1,000 thousandths, not " + thousandths);
            }
            if (thousandths < Node.Devices.WHOLE && count != 1) {
                throw new IllegalArgumentException("Only one accelerator can be asked for in part");
            }
        }

        public boolean allows(String type) {
            return types.isEmpty() || types.contains(type);
        }
    }

    /**
     * Nodes that are needed together, all or none.
     *
     * @param least an elastic gang can go on with so many
     * @param most and can use so many
     * @param within they must lie so close together
     */
    public record Gang(int nodes, int least, int most, Within within) {

        public static final Gang ONE = new Gang(1, 1, 1, Within.CLUSTER);

        public Gang {
            if (least < 1 || least > nodes || most < nodes) {
                throw new IllegalArgumentException(
                        "A gang of %d cannot range from %d to %d".formatted(nodes, least, most));
            }
        }

        public boolean elastic() {
            return least < most;
        }
    }

    /**
     * @param spot whether nodes that may be taken away will do
     * @param labels all of these must stand on a node
     * @param without nodes that will not do although they fit, and since what happened: "attempt 2 met an uncorrectable
     *     memory error"
     */
    public record Where(boolean spot, Set<String> labels, Map<String, String> without) {

        public static final Where ANYWHERE = new Where(false, Set.of());

        public Where {
            labels = Set.copyOf(labels);
            without = Map.copyOf(without);
        }

        public Where(boolean spot, Set<String> labels) {
            this(spot, labels, Map.of());
        }

        public Where without(Map<String, String> others) {
            return new Where(spot, labels, others);
        }
    }

    /** The topology domain that must hold all nodes of a gang. */
    public enum Within {
        NODE,
        RACK,
        POD,
        CLUSTER;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
