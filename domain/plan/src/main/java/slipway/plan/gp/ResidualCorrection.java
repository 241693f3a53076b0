package slipway.plan.gp;

/**
 * The correction of the physical model at one point, from the residuals of measured neighbors.
 *
 * @param shift the expected logarithm of measured over computed
 * @param halfWidth half of the 90 % interval, as a logarithm
 * @param neighbors number of measured points that are much alike
 */
public record ResidualCorrection(double shift, double halfWidth, int neighbors) {

    /** With fewer neighbors the correction counts as an extrapolation. */
    private static final int FEW = 3;

    public boolean isExtrapolated() {
        return neighbors < FEW;
    }
}
