package slipway.plan.gp;

import java.util.Arrays;

/** The indexes of the k greatest of all offered values; of equal values those that came first. */
public final class TopK {

    private static final double EQUAL = 1e6;

    private final int capacity;
    private int size;
    private final int[] indexes;
    private final double[] values;

    public TopK(int capacity) {
        this.capacity = capacity;
        this.indexes = new int[capacity];
        this.values = new double[capacity];
    }

    /**
     * Values that differ only by rounding count as equal; otherwise the result would depend on the order of additions.
     */
    public void offer(int place, double exactly) {
        double value = Math.rint(exactly * EQUAL) / EQUAL;
        if (size == capacity && value <= values[size - 1]) {
            return;
        }
        int at = size == capacity ? size - 1 : size++;
        while (at > 0 && values[at - 1] < value) {
            values[at] = values[at - 1];
            indexes[at] = indexes[at - 1];
            at--;
        }
        values[at] = value;
        indexes[at] = place;
    }

    /** Indexes, the greatest value first. */
    public int[] indexes() {
        return Arrays.copyOf(indexes, size);
    }
}
