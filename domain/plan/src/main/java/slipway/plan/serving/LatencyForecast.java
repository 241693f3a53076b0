package slipway.plan.serving;

import java.time.Duration;
import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.plan.gp.ResidualCorrection;

/**
 * The predicted latency of a request.
 *
 * @param ttft time to first token (TTFT)
 * @param tpot time per output token (TPOT)
 * @param endToEnd time until the last token
 * @param concurrency number of concurrent requests
 */
public record LatencyForecast(
        Estimate<Duration> ttft,
        Estimate<Duration> tpot,
        Estimate<Duration> endToEnd,
        double concurrency) {

    private static final double NANO = 1e9;

    static Estimate<Duration> estimate(double computed, ResidualCorrection residualCorrection) {
        double value = computed * Math.exp(residualCorrection.shift());
        return estimate(value, residualCorrection.halfWidth(), ground(residualCorrection));
    }

    static Estimate<Duration> estimate(double value, double half, Ground ground) {
        return new Estimate<>(
                duration(value),
                duration(value / Math.exp(half)),
                duration(value * Math.exp(half)),
                List.of(ground));
    }

    static Ground ground(ResidualCorrection residualCorrection) {
        return residualCorrection.isExtrapolated()
                ? new Ground(Source.COMPUTED, "extrapolated: nothing much like it was measured")
                : new Ground(
                        Source.MEASURED,
                        Format.count(residualCorrection.neighbors(), "measured neighbor"));
    }

    static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANO));
    }
}
