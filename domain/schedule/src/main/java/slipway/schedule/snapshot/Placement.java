package slipway.schedule.snapshot;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/** A placement: the allocation of accelerators of each node, in rank order. */
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

    /** Thousandths of accelerators in all. */
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
     * One node's part.
     *
     * @param mask bit i stands for accelerator i
     * @param thousandths of each of them
     */
    public record NodeAllocation(String node, long mask, int thousandths) {

        public int count() {
            return Long.bitCount(mask);
        }

        public int totalThousandths() {
            return count() * thousandths;
        }

        /** The numbers of the accelerators, as in CUDA_VISIBLE_DEVICES. */
        public List<Integer> devices() {
            return BitSet.valueOf(new long[] {mask}).stream().boxed().collect(Collectors.toList());
        }
    }
}
