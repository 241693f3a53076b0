package slipway.plan.training;

/**
 * What neighbours say of the physical model's error at a configuration.
 *
 * @param shift the logarithm of measured over computed
 * @param deviation of that logarithm
 * @param neighbours so many measured configurations are much like it
 */
record Correction(double shift, double deviation, int neighbours) {

    /** With fewer, it is a guess from afar. */
    private static final int FEW = 3;

    boolean isExtrapolated() {
        return neighbours < FEW;
    }
}
