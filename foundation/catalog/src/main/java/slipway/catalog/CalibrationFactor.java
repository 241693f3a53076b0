package slipway.catalog;

import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;

/**
 * The ratio of measured to predicted step time on one type of accelerator.
 *
 * @param longer 1.2: a fifth longer
 * @param deviation standard deviation of the logarithm, for the next workload
 * @param workloads number of workloads behind it
 */
public record CalibrationFactor(String type, double longer, double deviation, int workloads) {

    /** The 95th percentile of the normal distribution: a 90% interval is this many deviations to each side. */
    public static final double Z_90_PERCENT = 1.645;

    /** With fewer workloads their spread is unreliable, and the interval keeps its width. */
    private static final int MIN_WORKLOADS_FOR_SPREAD = 5;

    /** A larger deviation from the model is not a matter of calibration. */
    private static final double MAX_FACTOR = 10;

    public CalibrationFactor {
        if (!(longer >= 1 / MAX_FACTOR && longer <= MAX_FACTOR)
                || !(deviation >= 0)
                || workloads < 1) {
            throw new IllegalArgumentException(
                    "A factor is 0.1 to 10 and rests on workloads: %s for %s, %s, %d"
                            .formatted(longer, type, deviation, workloads));
        }
    }

    /** The rate corrected for this cluster. */
    public Estimate<TokenRate> correct(Estimate<TokenRate> rate) {
        double value = rate.value().perSecond() / longer;
        boolean known = workloads >= MIN_WORKLOADS_FOR_SPREAD;
        double span = known ? Math.exp(Z_90_PERCENT * deviation) : 1;
        double below = known ? value / span : rate.low().perSecond() / longer;
        double above = known ? value * span : rate.high().perSecond() / longer;
        return new Estimate<>(
                        new TokenRate(value),
                        new TokenRate(below),
                        new TokenRate(above),
                        rate.grounds())
                .withGround(new Ground(Source.CALIBRATED, sentence()));
    }

    private String sentence() {
        return "corrected by %s here, %s"
                .formatted(Format.count(workloads, "finished workload"), description());
    }

    /** In words: {@code 20 % longer}. */
    public String description() {
        double percent = Math.abs(longer - 1) * 100;
        return percent < 0.05
                ? "as long as expected"
                : "%s %s"
                        .formatted(
                                Format.percent(percent / 100), longer > 1 ? "longer" : "shorter");
    }
}
