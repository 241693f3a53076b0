package slipway.schedule.snapshot;

import java.util.Set;
import java.util.TreeSet;
import slipway.base.Bytes;

/**
 * A machine with accelerators, and what may be asked of it.
 *
 * @param labels what an ask may demand, such as {@code zone-a} or {@code fast-disk}
 */
public record Node(
        String name,
        Devices devices,
        Machine machine,
        Site site,
        Offer offer,
        Set<String> labels,
        Condition condition) {

    public Node {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A node has a name");
        }
        labels = Set.copyOf(labels);
    }

    /** A node that is there, not spot, without labels: what most are. */
    public static Node of(String name, Devices devices, Machine machine) {
        return new Node(name, devices, machine, Site.NONE, Offer.OWN, Set.of(), Condition.READY);
    }

    public Node in(Site other) {
        return new Node(name, devices, machine, other, offer, labels, condition);
    }

    public Node offered(Offer other) {
        return new Node(name, devices, machine, site, other, labels, condition);
    }

    public Node labelled(Set<String> others) {
        return new Node(name, devices, machine, site, offer, others, condition);
    }

    public Node becomes(Condition other) {
        return new Node(name, devices, machine, site, offer, labels, other);
    }

    /** Whether this ask could be placed here if everything were free; processors and memory apart. */
    public boolean suits(ResourceRequest resourceRequest) {
        return devices.gives(resourceRequest.need())
                && (resourceRequest.need().count() == 0
                        || resourceRequest.need().allows(devices.type))
                && (!offer.spot || resourceRequest.where().spot())
                && labels.containsAll(resourceRequest.where().labels());
    }

    /** What makes two nodes interchangeable for every ask: nodes of one kind are searched as one. */
    public String kind() {
        return "%s|%d|%d|%d|%s|%d|%d|%s|%d|%s"
                .formatted(
                        devices.type,
                        devices.count,
                        devices.island,
                        devices.grain,
                        devices.together,
                        machine.cpus,
                        machine.memory.count(),
                        offer.spot,
                        offer.price,
                        new TreeSet<>(labels));
    }

    /**
     * The accelerators of one node, all of one type.
     *
     * @param type the catalog's name; {@link #NONE} where there is none
     * @param island so many of them are joined by NVLink; all of them unless less is said
     * @param grain the smallest part of one that can be given away, in thousandths: 1 for time slices, 143 for MIG
     *     sevenths, 1,000 where an accelerator is given whole
     * @param together only all of them at once are given away, and nothing beside them
     */
    public record Devices(String type, int count, int island, int grain, boolean together) {

        public static final String NONE = "cpu";
        public static final int MOST = 64;
        public static final int WHOLE = 1_000;

        public Devices {
            if (count < 0 || count > MOST) {
                throw new IllegalArgumentException(
                        "A node has 0 to %d accelerators, not %d".formatted(MOST, count));
            }
            if (island < 0 || island > count || grain < 1 || grain > WHOLE) {
                throw new IllegalArgumentException(
                        "An island of %d and a grain of %d do not fit %d accelerators"
                                .formatted(island, grain, count));
            }
        }

        public Devices(String type, int count, int island, int grain) {
            this(type, count, island, grain, false);
        }

        public static Devices of(String type, int count) {
            return new Devices(type, count, count, 1);
        }

        public Devices givenTogether() {
            return new Devices(type, count, island, WHOLE, true);
        }

        private boolean gives(ResourceRequest.Need need) {
            return together
                    ? need.count() == count && need.thousandths() == WHOLE
                    : need.count() <= count;
        }

        /** What a share of one accelerator takes here: no less than the grain allows. */
        public int rounded(int thousandths) {
            return Math.min(WHOLE, (thousandths + grain - 1) / grain * grain);
        }
    }

    /** Processors in thousandths, and memory. */
    public record Machine(int cpus, Bytes memory) {

        public Machine {
            if (cpus < 0) {
                throw new IllegalArgumentException("A number of processors cannot be negative");
            }
        }
    }

    /** Where it stands: node &lt; rack &lt; pod &lt; cluster. Empty is "not known", and then all share one. */
    public record Site(String pod, String rack, String rail) {

        public static final Site NONE = new Site("", "", "");
    }

    /**
     * On which terms.
     *
     * @param spot it may be taken away at any time
     * @param price of one accelerator for an hour, in millionths of the cluster's currency
     */
    public record Offer(boolean spot, long price) {

        public static final Offer OWN = new Offer(false, 0);
    }

    /** Whether something may be placed on it. */
    public enum Condition {
        READY,
        /** It finishes what it runs and gets nothing new. */
        DRAINED,
        /** What ran on it is lost. */
        FAILED
    }
}
