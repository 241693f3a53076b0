package slipway.notify;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** When a failed delivery is tried again: the schedule of Standard Webhooks, about three days in all. */
final class RetrySchedule {

    private static final List<Duration> DELAYS =
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(2),
                    Duration.ofHours(5),
                    Duration.ofHours(10),
                    Duration.ofHours(14),
                    Duration.ofHours(20),
                    Duration.ofHours(24));

    /** A receiver may ask for a longer delay, but not for ever. */
    private static final Duration MAX_RETRY_AFTER = Duration.ofHours(24);

    private static final double JITTER = 0.2;

    /** No delay is longer. */
    static final Duration LONGEST = Duration.ofHours(29);

    private RetrySchedule() {}

    /**
     * The delay before the next attempt; empty when there is none.
     *
     * @param failed the number of failed attempts, from 1 on
     * @param draw a random number from 0 to 1, so that deliveries that failed together are not retried together
     * @param retryAfter the delay that the receiver asked for
     */
    static Optional<Duration> delay(int failed, double draw, Optional<Duration> retryAfter) {
        if (failed > DELAYS.size()) {
            return Optional.empty();
        }
        double factor = 1 - JITTER + 2 * JITTER * draw;
        long millis = Math.round(DELAYS.get(failed - 1).toMillis() * factor);
        Duration asked =
                retryAfter
                        .filter(it -> it.compareTo(MAX_RETRY_AFTER) < 0)
                        .orElse(retryAfter.isPresent() ? MAX_RETRY_AFTER : Duration.ZERO);
        return Optional.of(Duration.ofMillis(Math.max(millis, asked.toMillis())));
    }
}
