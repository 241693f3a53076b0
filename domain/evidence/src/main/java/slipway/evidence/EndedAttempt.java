package slipway.evidence;

import java.time.Duration;
import java.util.Currency;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.GpuTime;
import slipway.base.Money;
import slipway.base.TeamId;

/**
 * A workload that has ended, as far as estimates are about it.
 *
 * @param outcome {@code succeeded}, {@code failed} or {@code cancelled}
 * @param held accelerator time of all its attempts
 * @param steps of its newest attempt that reported steps
 * @param peakMemory the most that one accelerator held
 */
public record EndedAttempt(
        String name,
        String owner,
        TeamId team,
        String outcome,
        GpuTime held,
        Steps steps,
        Optional<Bytes> peakMemory,
        Cost cost) {

    /**
     * @param time duration of a step after warm-up, if it was observed
     * @param observed number of steps behind it
     * @param total total number of steps that the job reported
     */
    public record Steps(Optional<Duration> time, long observed, Optional<Long> total) {}

    /**
     * @param amount empty where a price is missing
     */
    public record Cost(Optional<Money> amount, Currency currency) {}
}
