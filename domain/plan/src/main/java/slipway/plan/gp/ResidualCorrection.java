package slipway.plan.gp;

/**
 * The correction of the physical model at one point, from the residuals of measured neighbours.
 *
 * @param shift the expected logarithm of measured over computed
 * @param halfWidth half of the 90 % interval, as a logarithm
 * @param neighbours number of measured points that are much alike
 */
public record ResidualCorrection(double shift, double halfWidth, int neighbours) {

    /** With fewer neighbours the correction counts as an extrapolation. */
    private static final int FEW = 3;

    public boolean isExtrapolated() {
        return neighbours < FEW;
    }
}
