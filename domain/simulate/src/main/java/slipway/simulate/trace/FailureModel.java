package slipway.simulate.trace;

import java.time.Duration;

/**
 * What goes wrong, on average. Zero is never.
 *
 * @param failEvery a node fails once in so long
 * @param repair and is back after this
 * @param retries so often a job that was lost with its node begins again; then it is given up
 * @param reclaimEvery a spot node is taken away once in so long
 * @param back and another is there after this
 */
public record FailureModel(
        Duration failEvery, Duration repair, int retries, Duration reclaimEvery, Duration back) {

    public static final FailureModel NONE =
            new FailureModel(
                    Duration.ZERO, Duration.ofHours(4), 20, Duration.ZERO, Duration.ofMinutes(30));
}
