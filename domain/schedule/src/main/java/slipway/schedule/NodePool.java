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

/** Interchangeable nodes, indexed by what is free on them, so that the tightest fit is found without a search. */
final class NodePool {

    final int index;
    final Node template;
    final List<NodeState> nodes = new ArrayList<>();
    private final int capacity;
    private final NodeSet[] byFreeAccelerators;
    private final NodeSet stranded;
    private final RackCounts rackCounts = new RackCounts();
    private final FreeTimetable freeTimetable = new FreeTimetable(this);
    private final NodeFit nodeFit;

    /** By thousandths free on a shared accelerator; a node is listed under each value that it has. */
    private final NavigableMap<Integer, NodeSet> byFreeFraction = new TreeMap<>();

    /** @param capacity one more than the greatest node index */
    NodePool(int index, Node like, int capacity) {
        this.index = index;
        this.template = like;
        this.capacity = capacity;
        this.nodeFit = NodeFit.of(like);
        this.stranded = new NodeSet(capacity);
        this.byFreeAccelerators = new NodeSet[like.devices().count() + 1];
        for (int free = 0; free < byFreeAccelerators.length; free++) {
            byFreeAccelerators[free] = new NodeSet(capacity);
        }
    }

    String type() {
        return template.devices().type();
    }

    int acceleratorsPerNode() {
        return template.devices().count();
    }

    /** Whether an empty node could run the request; CPU cores and memory are checked elsewhere. */
    boolean suits(ResourceRequest resourceRequest) {
        return template.suits(resourceRequest);
    }

    /** Thousandths of accelerators that one node of this request takes here. */
    int thousandthsFor(RequestClass requestClass) {
        return requestClass.count * template.devices().roundUp(requestClass.thousandths);
    }

    void addToIndex(NodeState nodeState) {
        if (nodeState.isReady()) {
            byFreeAccelerators[nodeState.freeAccelerators()].add(nodeState.index);
            rackCounts.add(nodeState, 1);
            if (nodeFit.stranded(nodeState) > 0) {
                stranded.add(nodeState.index);
            }
            for (int device = 0; device < nodeState.devices(); device++) {
                int free = nodeState.freeThousandths(device);
                if (isFraction(free)) {
                    byFreeFraction
                            .computeIfAbsent(free, _ -> new NodeSet(capacity))
                            .add(nodeState.index);
                }
            }
        }
    }

    void removeFromIndex(NodeState nodeState) {
        if (nodeState.isReady()) {
            byFreeAccelerators[nodeState.freeAccelerators()].remove(nodeState.index);
            rackCounts.add(nodeState, -1);
            stranded.remove(nodeState.index);
            for (int device = 0; device < nodeState.devices(); device++) {
                int free = nodeState.freeThousandths(device);
                NodeSet set = isFraction(free) ? byFreeFraction.get(free) : null;
                if (set != null) {
                    set.remove(nodeState.index);
                }
            }
        }
    }

    private static boolean isFraction(int free) {
        return free > 0 && free < Devices.WHOLE;
    }

    NodeFit nodeFit() {
        return nodeFit;
    }

    /** Nodes are in the order of their racks. */
    List<NodeState> nodesInRack(int rack) {
        int from = firstInRack(rack);
        int to = firstInRack(rack + 1);
        return nodes.subList(from, to);
    }

    private int position(int index) {
        int low = 0;
        int high = nodes.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nodes.get(middle).index < index) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int firstInRack(int rack) {
        int low = 0;
        int high = nodes.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nodes.get(middle).rack < rack) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    FreeTimetable freeTimetable() {
        return freeTimetable;
    }

    RackCounts rackCounts() {
        return rackCounts;
    }

    /** Nodes with free accelerators that lack CPU cores. */
    NodeSet stranded() {
        return stranded;
    }

    /** Nodes with at least this many free accelerators, ordered by how many. */
    List<NodeState> withAtLeastFree(int count) {
        List<NodeState> found = new ArrayList<>();
        for (int free = count; free <= acceleratorsPerNode(); free++) {
            for (int at = byFreeAccelerators[free].next(0);
                    at >= 0;
                    at = byFreeAccelerators[free].next(at + 1)) {
                found.add(nodes.get(position(at)));
            }
        }
        return found;
    }

    NodeSet withFree(int free) {
        return byFreeAccelerators[free];
    }

    /** Nodes by what is free on a shared accelerator, the tightest first. */
    Iterable<Map.Entry<Integer, NodeSet>> withFreeFraction(int least) {
        return byFreeFraction.tailMap(least, true).entrySet();
    }

    Iterable<NodeSet> fractionsLargestFirst() {
        return byFreeFraction.descendingMap().values();
    }

    /** For each rack, how many nodes have how many free accelerators: a gang searches racks, not nodes. */
    static final class RackCounts {

        private static final int[] NONE = new int[0];

        /** By rack, then by free accelerators. */
        private final List<int[]> counts = new ArrayList<>();

        private long freeThousandths;

        void add(NodeState nodeState, int sign) {
            while (counts.size() <= nodeState.rack) {
                counts.add(NONE);
            }
            if (counts.get(nodeState.rack).length == 0) {
                counts.set(nodeState.rack, new int[nodeState.devices() + 1]);
            }
            counts.get(nodeState.rack)[nodeState.freeAccelerators()] += sign;
            freeThousandths += (long) sign * nodeState.totalFreeThousandths();
        }

        /** Thousandths of accelerators that are free in total. */
        long freeThousandths() {
            return freeThousandths;
        }

        /**
         * Of the racks where this many nodes have this many free accelerators, the one with the least free; -1 if there
         * is none.
         *
         * @param tried racks to skip
         */
        int tightestRack(int nodes, int accelerators, BitSet tried) {
            int best = -1;
            int least = Integer.MAX_VALUE;
            for (int rack = 0; rack < counts.size(); rack++) {
                int[] here = counts.get(rack);
                int enough = 0;
                int sum = 0;
                for (int level = accelerators; level < here.length; level++) {
                    enough += here[level];
                    sum += here[level] * level;
                }
                if (enough >= nodes && sum < least && !tried.get(rack)) {
                    least = sum;
                    best = rack;
                }
            }
            return best;
        }
    }

    /**
     * When the nodes of a pool will have how many accelerators free, by latest ends. Stored in plain rows, one for each
     * number of accelerators, because the search for the earliest placement scans all nodes and sequential reads are
     * fast.
     */
    static final class FreeTimetable {

        private static final long STALE = Long.MIN_VALUE;

        private final NodePool nodePool;
        private long[][] rows = new long[0][];

        FreeTimetable(NodePool nodePool) {
            this.nodePool = nodePool;
        }

        void invalidate(NodeState nodeState) {
            for (int count = 1; count < rows.length; count++) {
                if (nodeState.position < rows[count].length) {
                    rows[count][nodeState.position] = STALE;
                }
            }
        }

        /**
         * When this many accelerators of each node are free, in the order of the nodes; 0 where they are free now. A
         * time that has passed is computed again.
         */
        long[] freeAt(int count, long now) {
            long[] row = row(count);
            for (int position = 0; position < row.length && count > 0; position++) {
                long known = row[position];
                if (known == STALE || (known <= now && known != 0)) {
                    NodeState.FreeTimes ends = nodePool.nodes.get(position).freeTimes(now);
                    row[position] = ends.upper(ends.nthToBeFree(count - 1));
                }
            }
            return row;
        }

        private long[] row(int count) {
            if (rows.length == 0) {
                rows = new long[nodePool.acceleratorsPerNode() + 1][0];
            }
            if (rows[count].length < nodePool.nodes.size()) {
                rows[count] = new long[nodePool.nodes.size()];
                Arrays.fill(rows[count], count == 0 ? 0 : STALE);
            }
            return rows[count];
        }
    }

    /**
     * An ordered set of node indexes: a bit for each, and above them a bit for each word that is not zero, so that the
     * next one among fifty thousand is found in two steps.
     */
    static final class NodeSet {

        private static final int WORD_BITS = 6;

        private final long[] words;
        private final long[] summary;

        NodeSet(int capacity) {
            this.words = new long[(capacity >> WORD_BITS) + 1];
            this.summary = new long[(words.length >> WORD_BITS) + 1];
        }

        void add(int number) {
            int word = number >> WORD_BITS;
            words[word] |= 1L << number;
            summary[word >> WORD_BITS] |= 1L << word;
        }

        void remove(int number) {
            int word = number >> WORD_BITS;
            words[word] &= ~(1L << number);
            if (words[word] == 0) {
                summary[word >> WORD_BITS] &= ~(1L << word);
            }
        }

        /** The first at or after this index, or -1. */
        int next(int from) {
            int word = from >> WORD_BITS;
            if (word >= words.length) {
                return -1;
            }
            long here = words[word] & (-1L << from);
            if (here != 0) {
                return (word << WORD_BITS) + Long.numberOfTrailingZeros(here);
            }
            int next = nextWord(word + 1);
            return next < 0 ? -1 : (next << WORD_BITS) + Long.numberOfTrailingZeros(words[next]);
        }

        private int nextWord(int from) {
            int high = from >> WORD_BITS;
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
            return (high << WORD_BITS) + Long.numberOfTrailingZeros(here);
        }
    }
}
