package slipway.plan.gp;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * The fitted parameters of a covariance that is a sum of components: the variance of each component, and a length scale
 * for each numeric feature. Training and serving have one kernel each; both read these from a table.
 */
public final class KernelParameters {

    private final double[] variances;
    private final double[] squaredLengths;
    private final double totalVariance;

    /**
     * @param components names of the components, in the table's lines of kind {@code strength}
     * @param features names of the numeric features, in its lines of kind {@code length}
     * @param table the value of a line, by its kind and its name
     */
    public KernelParameters(
            List<String> components,
            List<String> features,
            ToDoubleBiFunction<String, String> table) {
        this.variances =
                components.stream()
                        .mapToDouble(it -> square(table.applyAsDouble("strength", it)))
                        .toArray();
        this.squaredLengths =
                features.stream()
                        .mapToDouble(it -> square(table.applyAsDouble("length", it)))
                        .toArray();
        double sum = 0;
        for (double variance : variances) {
            sum += variance;
        }
        this.totalVariance = sum;
    }

    /** The variance of one component. */
    public double variance(int component) {
        return variances[component];
    }

    /** The covariance of a point with itself: the greatest there is. */
    public double totalVariance() {
        return totalVariance;
    }

    /** The squared distance of two points, each feature in units of its length scale. */
    public double squaredDistance(double[] one, double[] other) {
        double distance = 0;
        for (int at = 0; at < squaredLengths.length; at++) {
            distance += square(one[at] - other[at]) / squaredLengths[at];
        }
        return distance;
    }

    public static double square(double number) {
        return number * number;
    }
}
