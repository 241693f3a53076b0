package slipway.plan.training;

/**
 * The time of matrix products, as fitted to measured kernels of one system in one kind of numbers.
 *
 * @param rate operations a second that large products reach
 * @param m0 a product with so many rows takes twice as long for each of its operations; n0 and k0 alike
 */
public record GemmTimeModel(double rate, double m0, double n0, double k0) {

    /** Seconds for so many operations, done in products of m x n x k. */
    public double seconds(double operations, double m, double n, double k) {
        return operations / rate * (1 + m0 / m + n0 / n + k0 / k);
    }

    /** The same for two products one after the other, of which the first leads from {@code hidden}, the second back. */
    public double pair(double operations, double m, Sides sides) {
        return (seconds(operations, m, sides.n, sides.hidden)
                        + seconds(operations, m, sides.hidden, sides.k))
                / 2;
    }

    /**
     * @param n how wide the first product's result is
     * @param k how wide the second product's input is
     */
    public record Sides(double hidden, double n, double k) {}
}
