package slipway.plan.reliability;

import java.time.Duration;

/** Durations as the formulas reckon with them. */
final class Seconds {

    private Seconds() {}

    static double of(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** To the millisecond; what takes longer than any run stays a number. */
    static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(Math.min(seconds, 1e12) * 1_000));
    }
}
