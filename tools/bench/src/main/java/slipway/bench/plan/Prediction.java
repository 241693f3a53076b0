package slipway.bench.plan;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** A prediction with its interval, and the measured value, all in one unit. */
record Prediction(double predicted, double measured, double low, double high) {

    /** Predicted over measured, less 1. */
    double error() {
        return predicted / measured - 1;
    }

    boolean covered() {
        return low <= measured && measured <= high;
    }

    /** Half of the interval over what is predicted. */
    double half() {
        return (high - low) / 2 / predicted;
    }

    /** The mean of |predicted - measured| / measured, in percent. */
    static double mean(List<Prediction> rows) {
        return 100 * rows.stream().mapToDouble(it -> Math.abs(it.error())).average().orElseThrow();
    }

    static double medianError(List<Prediction> rows) {
        return median(rows, it -> Math.abs(it.error()));
    }

    static double medianHalf(List<Prediction> rows) {
        return median(rows, Prediction::half);
    }

    /** The percentage of intervals that contain the measured value. */
    static double coverage(List<Prediction> rows) {
        return 100.0 * rows.stream().filter(Prediction::covered).count() / rows.size();
    }

    private static double median(List<Prediction> rows, ToDoubleFunction<Prediction> share) {
        double[] sorted = rows.stream().mapToDouble(share).sorted().toArray();
        return 100 * (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
