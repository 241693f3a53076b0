package slipway.schedule.snapshot;

import java.time.Instant;

/**
 * A reservation: the placement that is kept for a blocked pending job. Until it starts, other jobs may backfill it.
 *
 * @param earliestStart when it may be free at the earliest; backfilled jobs end before, or make way then
 * @param latestStart when the job starts at the latest, plus the notice of preempted jobs
 * @param viaPreemption whether running jobs are preempted for it; else it waits for them to end
 */
public record Reservation(
        Placement placement, Instant earliestStart, Instant latestStart, boolean viaPreemption) {

    public Reservation {
        if (latestStart.isBefore(earliestStart)) {
            throw new IllegalArgumentException(
                    "A reservation cannot start at %s at the earliest and %s at the latest"
                            .formatted(earliestStart, latestStart));
        }
    }
}
