package slipway.plan.serving;

import java.time.Duration;
import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.plan.gp.ResidualCorrection;

/**
 * How long an answer takes.
 *
 * @param first until its first token
 * @param each for every further token
 * @param whole from end to end
 * @param requests there are at once
 */
public record LatencyForecast(
        Estimate<Duration> first,
        Estimate<Duration> each,
        Estimate<Duration> whole,
        double requests) {

    private static final double NANO = 1e9;

    static Estimate<Duration> estimate(double computed, ResidualCorrection residualCorrection) {
        double value = computed * Math.exp(residualCorrection.shift());
        return estimate(value, residualCorrection.half(), ground(residualCorrection));
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
                        Format.count(residualCorrection.neighbours(), "measured neighbour"));
    }

    static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANO));
    }
}
