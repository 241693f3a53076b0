package slipway.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Node.Devices;
import slipway.schedule.snapshot.ResourceRequest;

/** Hosts of one kind, sorted by what is free on them, so that the tightest fit is found without a search. */
final class NodePool {

    final int index;
    final Node like;
    final List<NodeState> hosts = new ArrayList<>();
    private final int capacity;
    private final HostSet[] byWhole;
    private final HostSet stranded;
    private final Racks racks = new Racks();
    private final Timetable timetable = new Timetable(this);
    private final NodeFit nodeFit;

    /** By thousandths free on an accelerator that is shared; a host stands under each that it has. */
    private final NavigableMap<Integer, HostSet> byPart = new TreeMap<>();

    /**
     * @param capacity one more than the greatest number of a host
     */
    NodePool(int index, Node like, int capacity) {
        this.index = index;
        this.like = like;
        this.capacity = capacity;
        this.nodeFit = NodeFit.of(like);
        this.stranded = new HostSet(capacity);
        this.byWhole = new HostSet[like.devices().count() + 1];
        for (int free = 0; free < byWhole.length; free++) {
            byWhole[free] = new HostSet(capacity);
        }
    }

    String type() {
        return like.devices().type();
    }

    int count() {
        return like.devices().count();
    }

    /** Whether this ask could be placed here if everything were free; processors and memory apart. */
    boolean suits(ResourceRequest resourceRequest) {
        return like.suits(resourceRequest);
    }

    /** Thousandths of accelerators that one node of this form takes here. */
    int takes(RequestClass requestClass) {
        return requestClass.count * like.devices().roundUp(requestClass.thousandths);
    }

    void enter(NodeState nodeState) {
        if (nodeState.ready()) {
            byWhole[nodeState.whole()].add(nodeState.index);
            racks.add(nodeState, 1);
            if (nodeFit.stranded(nodeState) > 0) {
                stranded.add(nodeState.index);
            }
            for (int device = 0; device < nodeState.devices(); device++) {
                int free = nodeState.free(device);
                if (isPart(free)) {
                    byPart.computeIfAbsent(free, _ -> new HostSet(capacity)).add(nodeState.index);
                }
            }
        }
    }

    void leave(NodeState nodeState) {
        if (nodeState.ready()) {
            byWhole[nodeState.whole()].remove(nodeState.index);
            racks.add(nodeState, -1);
            stranded.remove(nodeState.index);
            for (int device = 0; device < nodeState.devices(); device++) {
                int free = nodeState.free(device);
                HostSet set = isPart(free) ? byPart.get(free) : null;
                if (set != null) {
                    set.remove(nodeState.index);
                }
            }
        }
    }

    private static boolean isPart(int free) {
        return free > 0 && free < Devices.WHOLE;
    }

    NodeFit packing() {
        return nodeFit;
    }

    /** Hosts are in the order of their racks. */
    List<NodeState> inRack(int rack) {
        int from = first(rack);
        int to = first(rack + 1);
        return hosts.subList(from, to);
    }

    private int position(int index) {
        int low = 0;
        int high = hosts.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (hosts.get(middle).index < index) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int first(int rack) {
        int low = 0;
        int high = hosts.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (hosts.get(middle).rack < rack) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    Timetable timetable() {
        return timetable;
    }

    Racks racks() {
        return racks;
    }

    /** Hosts with free accelerators that their free processors cannot feed. */
    HostSet stranded() {
        return stranded;
    }

    /** Hosts with so many accelerators free, by how many. */
    List<NodeState> withAtLeast(int count) {
        List<NodeState> found = new ArrayList<>();
        for (int free = count; free <= count(); free++) {
            for (int at = byWhole[free].next(0); at >= 0; at = byWhole[free].next(at + 1)) {
                found.add(hosts.get(position(at)));
            }
        }
        return found;
    }

    HostSet withWhole(int free) {
        return byWhole[free];
    }

    /** Hosts by what is free on a shared accelerator, the tightest first. */
    Iterable<Map.Entry<Integer, HostSet>> withPart(int least) {
        return byPart.tailMap(least, true).entrySet();
    }

    Iterable<HostSet> withPartLargestFirst() {
        return byPart.descendingMap().values();
    }

    /** For each rack, how many hosts of a pool have how many accelerators free: a gang looks at racks, not at hosts. */
    static final class Racks {

        private static final int[] NONE = new int[0];

        /** By rack, then by what is free. */
        private final List<int[]> counts = new ArrayList<>();

        private long free;

        void add(NodeState nodeState, int sign) {
            while (counts.size() <= nodeState.rack) {
                counts.add(NONE);
            }
            if (counts.get(nodeState.rack).length == 0) {
                counts.set(nodeState.rack, new int[nodeState.devices() + 1]);
            }
            counts.get(nodeState.rack)[nodeState.whole()] += sign;
            free += (long) sign * nodeState.freeInAll();
        }

        /** Thousandths of accelerators that are free, in all. */
        long free() {
            return free;
        }

        /**
         * Of the racks where so many hosts have so much free, the one with the least; -1 if there is none.
         *
         * @param tried racks that are not to be taken
         */
        int fullest(int hosts, int each, BitSet tried) {
            int best = -1;
            int least = Integer.MAX_VALUE;
            for (int rack = 0; rack < counts.size(); rack++) {
                int[] here = counts.get(rack);
                int enough = 0;
                int sum = 0;
                for (int level = each; level < here.length; level++) {
                    enough += here[level];
                    sum += here[level] * level;
                }
                if (enough >= hosts && sum < least && !tried.get(rack)) {
                    least = sum;
                    best = rack;
                }
            }
            return best;
        }
    }

    /**
     * When the hosts of a pool will have how many accelerators free, going by upper ends: in plain rows, one for
     * each number of accelerators, because the search for the soonest reads through all hosts and what lies in a
     * row is read fast.
     */
    static final class Timetable {

        private static final long STALE = Long.MIN_VALUE;

        private final NodePool nodePool;
        private long[][] rows = new long[0][];

        Timetable(NodePool nodePool) {
            this.nodePool = nodePool;
        }

        void stale(NodeState nodeState) {
            for (int count = 1; count < rows.length; count++) {
                if (nodeState.place < rows[count].length) {
                    rows[count][nodeState.place] = STALE;
                }
            }
        }

        /**
         * When so many accelerators of each host are free, in the order of the hosts; 0 where they are. A time that
         * has passed is worked out anew.
         */
        long[] soonest(int count, long now) {
            long[] row = row(count);
            for (int place = 0; place < row.length && count > 0; place++) {
                long known = row[place];
                if (known == STALE || (known <= now && known != 0)) {
                    NodeState.Ends ends = nodePool.hosts.get(place).ends(now);
                    row[place] = ends.upper(ends.device(count - 1));
                }
            }
            return row;
        }

        private long[] row(int count) {
            if (rows.length == 0) {
                rows = new long[nodePool.count() + 1][0];
            }
            if (rows[count].length < nodePool.hosts.size()) {
                rows[count] = new long[nodePool.hosts.size()];
                Arrays.fill(rows[count], count == 0 ? 0 : STALE);
            }
            return rows[count];
        }
    }

    /**
     * Numbers of hosts, in order. A bit for each, and above them a bit for each 64 that are not all zero, so that
     * the next one among fifty thousand is found in two steps.
     */
    static final class HostSet {

        private static final int BITS = 6;

        private final long[] words;
        private final long[] summary;
        private int size;

        HostSet(int capacity) {
            this.words = new long[(capacity >> BITS) + 1];
            this.summary = new long[(words.length >> BITS) + 1];
        }

        void add(int number) {
            int word = number >> BITS;
            long bit = 1L << number;
            if ((words[word] & bit) == 0) {
                words[word] |= bit;
                summary[word >> BITS] |= 1L << word;
                size++;
            }
        }

        void remove(int number) {
            int word = number >> BITS;
            long bit = 1L << number;
            if ((words[word] & bit) != 0) {
                words[word] &= ~bit;
                size--;
                if (words[word] == 0) {
                    summary[word >> BITS] &= ~(1L << word);
                }
            }
        }

        int size() {
            return size;
        }

        /** The first at or after this one, or -1. */
        int next(int from) {
            int word = from >> BITS;
            if (word >= words.length) {
                return -1;
            }
            long here = words[word] & (-1L << from);
            if (here != 0) {
                return (word << BITS) + Long.numberOfTrailingZeros(here);
            }
            int next = nextWord(word + 1);
            return next < 0 ? -1 : (next << BITS) + Long.numberOfTrailingZeros(words[next]);
        }

        private int nextWord(int from) {
            int high = from >> BITS;
            if (high >= summary.length) {
                return -1;
            }
            long here = summary[high] & (-1L << from);
            while (here == 0) {
                high++;
                if (high >= summary.length) {
                    return -1;
                }
                here = summary[high];
            }
            return (high << BITS) + Long.numberOfTrailingZeros(here);
        }
    }
}
