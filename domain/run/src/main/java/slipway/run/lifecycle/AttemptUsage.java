package slipway.run.lifecycle;

import java.time.Duration;
import slipway.base.Bytes;

/**
 * What an attempt took. The counters count from its start.
 *
 * @param type of its accelerators; {@code cpu} where it has none
 * @param processors thousandths of processors that it was given: what it holds where it has no accelerators
 * @param used thousandths of the time since the last look in which its accelerators worked, on average
 * @param cpu time on processors
 * @param memoryPeak the most that was held at once
 * @param storage read and written
 * @param network sent and received
 */
public record AttemptUsage(
        String type,
        int processors,
        int used,
        Duration cpu,
        Bytes memoryPeak,
        Bytes storage,
        Bytes network) {

    public AttemptUsage {
        if (used < 0 || used > 1_000) {
            throw new IllegalArgumentException("A part is 0 to 1,000 thousandths, not " + used);
        }
    }

    /** Where no sample was taken. */
    public static AttemptUsage unsampled(String type, int processors) {
        return new AttemptUsage(
                type, processors, 0, Duration.ZERO, Bytes.ZERO, Bytes.ZERO, Bytes.ZERO);
    }
}
