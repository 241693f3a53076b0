package slipway.schedule.snapshot;

import java.time.Instant;

/**
 * A reservation: the placement that is kept for a blocked pending job.
 *
 * @param placement where
 * @param earliestStart it may be free so early; whatever is put there meanwhile ends before, or gives way then
 * @param latestStart it starts no later than this, and the time a stopped workload is given
 * @param viaPreemption whether others were stopped for it; else it only waits for them to end
 */
public record Reservation(
        Placement placement, Instant earliestStart, Instant latestStart, boolean viaPreemption) {

    public Reservation {
        if (latestStart.isBefore(earliestStart)) {
            throw new IllegalArgumentException(
                    "A promise for %s to %s".formatted(earliestStart, latestStart));
        }
    }
}
