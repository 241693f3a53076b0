package slipway.schedule.snapshot;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/** A placement: the allocation on each node, in rank order. Component names are stored. */
public record Placement(List<NodeAllocation> seats) {

    public Placement {
        seats = List.copyOf(seats);
        if (seats.isEmpty()) {
            throw new IllegalArgumentException("A placement has at least one node");
        }
    }

    public int nodes() {
        return seats.size();
    }

    /** Thousandths of accelerators in total. */
    public int totalThousandths() {
        int sum = 0;
        for (NodeAllocation allocation : seats) {
            sum += allocation.totalThousandths();
        }
        return sum;
    }

    /** As in "h100-b1" or "h100-a1 and 3 more". */
    public String describe() {
        String first = seats.getFirst().node();
        return seats.size() == 1 ? first : first + " and " + (seats.size() - 1) + " more";
    }

    /**
     * The allocation on one node.
     *
     * @param mask bit i is accelerator i
     * @param thousandths the allocated share of each of them
     */
    public record NodeAllocation(String node, long mask, int thousandths) {

        public int count() {
            return Long.bitCount(mask);
        }

        public int totalThousandths() {
            return count() * thousandths;
        }

        /** The indexes of the accelerators, as in CUDA_VISIBLE_DEVICES. */
        public List<Integer> devices() {
            return BitSet.valueOf(new long[] {mask}).stream().boxed().collect(Collectors.toList());
        }
    }
}
