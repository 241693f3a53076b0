package slipway.plan.training;

/**
 * The time of matrix products (GEMMs), fitted to measured kernels of one system and format. An operation in a product
 * of m x n x k takes 1 + m0/m + n0/n + k0/k times as long as in an infinite one.
 *
 * @param rate operations per second that large products reach
 * @param m0 number of rows at which each operation takes twice as long; n0 and k0 likewise for the other dimensions
 */
public record GemmTimeModel(double rate, double m0, double n0, double k0) {

    /** Seconds for a number of operations in products of m x n x k. */
    public double seconds(double operations, double m, double n, double k) {
        return operations / rate * (1 + m0 / m + n0 / n + k0 / k);
    }

    /**
     * Seconds for two products in sequence: from {@code hidden} to n columns, and from k columns back to
     * {@code hidden}.
     */
    public double pair(double operations, double m, Widths sides) {
        return (seconds(operations, m, sides.n, sides.hidden)
                        + seconds(operations, m, sides.hidden, sides.k))
                / 2;
    }

    /**
     * @param n columns of the first product's result
     * @param k columns of the second product's input
     */
    public record Widths(double hidden, double n, double k) {}
}
