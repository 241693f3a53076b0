package slipway.spec.workload;

import java.time.Duration;

/**
 * That a job only shows how fast it is: it is ended after some steps, saves nowhere but in its own folder, goes on from
 * nothing, and is tried once.
 *
 * @param steps so many are wanted
 * @param patience it is ended when it says no new step for so long
 */
public record PilotSpec(int steps, Duration patience) {

    /** Fewer show nothing: three medians have to agree. */
    public static final int MIN_STEPS = 10;

    public static final int MAX_STEPS = 100_000;

    public static final int DEFAULT_STEPS = 40;

    public PilotSpec {
        if (steps < MIN_STEPS || steps > MAX_STEPS || !patience.isPositive()) {
            throw new IllegalArgumentException("A pilot has some steps, and waits: " + steps);
        }
    }
}
