package slipway.plan.gp;

import java.util.function.IntToDoubleFunction;

/**
 * A Gaussian process over measured residuals. It holds L, the Cholesky factor of the covariance of all points plus the
 * noise of each. For a point whose covariances with the others are k, the variance that the measurements explain is
 * |L⁻¹k|², and the expected residual is the product of L⁻¹k and L⁻¹y.
 */
public final class GaussianProcess {

    /** The covariance of two measured points, by their indexes. */
    @FunctionalInterface
    public interface Covariance {
        double of(int one, int other);
    }

    private final double[][] cholesky;

    /**
     * @param noise the variance that measuring adds to each point
     */
    public GaussianProcess(int points, Covariance covariance, IntToDoubleFunction noise) {
        this.cholesky = cholesky(points, covariance, noise);
    }

    private static double[][] cholesky(
            int points, Covariance covariance, IntToDoubleFunction noise) {
        double[][] lower = new double[points][];
        for (int row = 0; row < points; row++) {
            lower[row] = new double[row + 1];
            for (int column = 0; column <= row; column++) {
                double rest = covariance.of(row, column);
                for (int at = 0; at < column; at++) {
                    rest -= lower[row][at] * lower[column][at];
                }
                lower[row][column] =
                        row == column
                                ? Math.sqrt(rest + noise.applyAsDouble(row))
                                : rest / lower[column][column];
            }
        }
        return lower;
    }

    /** L⁻¹ x right, by forward substitution. */
    public double[] whiten(double[] right) {
        double[] whitened = new double[right.length];
        for (int row = 0; row < whitened.length; row++) {
            double rest = right[row];
            for (int column = 0; column < row; column++) {
                rest -= cholesky[row][column] * whitened[column];
            }
            whitened[row] = rest / cholesky[row][row];
        }
        return whitened;
    }

    /** The scalar product of two vectors. */
    public static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int at = 0; at < one.length; at++) {
            sum += one[at] * other[at];
        }
        return sum;
    }
}
