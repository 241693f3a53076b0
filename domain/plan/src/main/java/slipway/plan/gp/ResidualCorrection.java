package slipway.plan.gp;

/**
 * What surroundings say of the physical model's error.
 *
 * @param shift the logarithm of measured over computed
 * @param half of the interval that holds nine of ten, as a logarithm
 * @param neighbours so many measured situations are much like it
 */
public record ResidualCorrection(double shift, double half, int neighbours) {

    /** With fewer, it is a guess from afar. */
    private static final int FEW = 3;

    public boolean isExtrapolated() {
        return neighbours < FEW;
    }
}
