package slipway.plan.reliability;

import java.time.Duration;

/** Converts durations to seconds for the formulas. */
final class Seconds {

    private Seconds() {}

    static double of(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** A duration to the millisecond, bounded so that it stays a valid number. */
    static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(Math.min(seconds, 1e12) * 1_000));
    }
}
