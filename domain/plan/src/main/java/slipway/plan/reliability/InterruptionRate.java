package slipway.plan.reliability;

import java.time.Duration;
import slipway.base.Estimate;

/**
 * Interruptions of a run per day, by cause.
 *
 * @param hardware failures of machines, accelerators and the network
 * @param software other failures: a bug, a hang, a full disk
 * @param spot reclaims by the provider
 * @param total all causes together
 */
public record InterruptionRate(
        Estimate<Double> hardware,
        Estimate<Double> software,
        Estimate<Double> spot,
        Estimate<Double> total) {

    private static final double DAY = 86_400;

    /** The mean time between interruptions. */
    public Estimate<Duration> meanTimeBetween() {
        return new Estimate<>(
                intervalOf(total.value()),
                intervalOf(total.high()),
                intervalOf(total.low()),
                total.grounds());
    }

    /** The expected number of interruptions during a run. */
    public Estimate<Double> expectedWithin(Duration run) {
        return total.map(perDay -> perDay * run.toSeconds() / DAY);
    }

    private static Duration intervalOf(double perDay) {
        // A thousand years represent never.
        return Duration.ofSeconds(Math.round(DAY * Math.min(365_250, 1 / perDay)));
    }
}
