package slipway.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** For each rack, how many hosts of a pool have how many accelerators free: a gang looks at racks, not at hosts. */
final class Racks {

    private static final int[] NONE = new int[0];

    /** By rack, then by what is free. */
    private final List<int[]> counts = new ArrayList<>();

    private long free;

    void add(Host host, int sign) {
        while (counts.size() <= host.rack) {
            counts.add(NONE);
        }
        if (counts.get(host.rack).length == 0) {
            counts.set(host.rack, new int[host.devices() + 1]);
        }
        counts.get(host.rack)[host.whole()] += sign;
        free += (long) sign * host.freeInAll();
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
