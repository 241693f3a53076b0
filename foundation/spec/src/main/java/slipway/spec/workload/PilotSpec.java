package slipway.spec.workload;

import java.time.Duration;

/**
 * A pilot measures the speed of a job: it ends after some steps, saves only in its own folder, resumes nothing and
 * is not retried.
 *
 * @param steps number of steps
 * @param patience time without a new step after which it ends
 */
public record PilotSpec(int steps, Duration patience) {

    /** Fewer steps are too few: three medians have to agree. */
    public static final int MIN_STEPS = 10;

    public static final int MAX_STEPS = 100_000;

    public static final int DEFAULT_STEPS = 40;

    public PilotSpec {
        if (steps < MIN_STEPS || steps > MAX_STEPS || !patience.isPositive()) {
            throw new IllegalArgumentException("A pilot has some steps, and waits: " + steps);
        }
    }
}
