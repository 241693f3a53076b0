package slipway.plan.reliability;

import java.time.Duration;
import slipway.base.Estimate;

/**
 * How often a run is interrupted, in a day.
 *
 * @param hardware because a machine, an accelerator or the network fails
 * @param software because of anything else: a bug, a hang, a full disk
 * @param spot because the provider takes a machine back
 * @param all these together
 */
public record InterruptionRate(
        Estimate<Double> hardware,
        Estimate<Double> software,
        Estimate<Double> spot,
        Estimate<Double> all) {

    private static final double DAY = 86_400;

    /** The mean time from one to the next. */
    public Estimate<Duration> between() {
        return new Estimate<>(
                after(all.value()), after(all.high()), after(all.low()), all.grounds());
    }

    /** So many while a run lasts. */
    public Estimate<Double> within(Duration run) {
        return all.map(perDay -> perDay * run.toSeconds() / DAY);
    }

    private static Duration after(double perDay) {
        // A thousand years stand for never.
        return Duration.ofSeconds(Math.round(DAY * Math.min(365_250, 1 / perDay)));
    }
}
