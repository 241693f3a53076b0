package slipway.plan.gp;

import java.util.Arrays;

/** The places with the greatest values of all that were offered; of equal ones those that came first. */
public final class TopK {

    private static final double EQUAL = 1e6;

    private final int most;
    private int size;
    private final int[] places;
    private final double[] values;

    public TopK(int most) {
        this.most = most;
        this.places = new int[most];
        this.values = new double[most];
    }

    /** What differs only by rounding is equal, or the choice would hang on the order of additions. */
    public void offer(int place, double exactly) {
        double value = Math.rint(exactly * EQUAL) / EQUAL;
        if (size == most && value <= values[size - 1]) {
            return;
        }
        int at = size == most ? size - 1 : size++;
        while (at > 0 && values[at - 1] < value) {
            values[at] = values[at - 1];
            places[at] = places[at - 1];
            at--;
        }
        values[at] = value;
        places[at] = place;
    }

    /** The greatest first. */
    public int[] places() {
        return Arrays.copyOf(places, size);
    }
}
