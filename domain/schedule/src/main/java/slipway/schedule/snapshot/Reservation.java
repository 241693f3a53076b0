package slipway.schedule.snapshot;

import java.time.Instant;

/**
 * A reservation: the placement that is kept for a blocked pending job.
 *
 * @param placement where
 * @param from it may be free so early; whatever is put there meanwhile ends before, or gives way then
 * @param until it starts no later than this, and the time a stopped workload is given
 * @param room whether others were stopped for it; else it only waits for them to end
 */
public record Reservation(Placement placement, Instant from, Instant until, boolean room) {

    public Reservation {
        if (until.isBefore(from)) {
            throw new IllegalArgumentException("A promise for %s to %s".formatted(from, until));
        }
    }
}
