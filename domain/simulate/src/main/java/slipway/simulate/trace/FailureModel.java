package slipway.simulate.trace;

import java.time.Duration;

/**
 * The failures of nodes, on average. Zero means never.
 *
 * @param failEvery the mean time between failures of a node
 * @param repair the time to repair it
 * @param retries how often a job that was lost with its node is started again before it is abandoned
 * @param reclaimEvery the mean time between reclaims of a spot node
 * @param back the time until it is replaced
 */
public record FailureModel(
        Duration failEvery, Duration repair, int retries, Duration reclaimEvery, Duration back) {

    public static final FailureModel NONE =
            new FailureModel(
                    Duration.ZERO, Duration.ofHours(4), 20, Duration.ZERO, Duration.ofMinutes(30));
}
