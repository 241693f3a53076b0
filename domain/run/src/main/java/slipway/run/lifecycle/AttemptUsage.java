package slipway.run.lifecycle;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Bytes;

/**
 * The resource usage of an attempt. The counters count from its start.
 *
 * @param type the type of its accelerators; {@code cpu} if it has none
 * @param processors thousandths of CPUs that it was given; it holds these if it has no accelerators
 * @param used thousandths of the time since the last window in which its accelerators worked, on average
 * @param cpu CPU time
 * @param memoryPeak the largest amount held at once
 * @param storage bytes read and written
 * @param network bytes sent and received
 * @param elapsed the time since the last window, whatever the clock did; empty if it is not known
 */
public record AttemptUsage(
        String type,
        int processors,
        int used,
        Duration cpu,
        Bytes memoryPeak,
        Bytes storage,
        Bytes network,
        Optional<Duration> elapsed) {

    public AttemptUsage {
        if (used < 0 || used > 1_000) {
            throw new IllegalArgumentException(
                    "Utilization is 0 to 1,000 thousandths, not " + used);
        }
    }

    /** The usage in a time as the clock shows it. */
    public AttemptUsage(
            String type,
            int processors,
            int used,
            Duration cpu,
            Bytes memoryPeak,
            Bytes storage,
            Bytes network) {
        this(type, processors, used, cpu, memoryPeak, storage, network, Optional.empty());
    }

    public AttemptUsage in(Duration time) {
        return new AttemptUsage(
                type, processors, used, cpu, memoryPeak, storage, network, Optional.of(time));
    }

    /** The usage of an attempt without a sample. */
    public static AttemptUsage unsampled(String type, int processors) {
        return new AttemptUsage(
                type, processors, 0, Duration.ZERO, Bytes.ZERO, Bytes.ZERO, Bytes.ZERO);
    }
}
