package slipway.schedule.snapshot;

import java.time.Duration;
import java.util.Optional;
import slipway.base.WorkloadId;

/**
 * A workload in the queue.
 *
 * @param done work that a verified checkpoint keeps from earlier attempts
 * @param preempted how often it had to give way
 * @param promise the place that is kept for it
 */
public record PendingWorkload(
        SchedulableWorkload workload, Duration done, int preempted, Optional<Reservation> promise) {

    public static PendingWorkload of(SchedulableWorkload schedulableWorkload) {
        return new PendingWorkload(schedulableWorkload, Duration.ZERO, 0, Optional.empty());
    }

    public WorkloadId id() {
        return workload.id();
    }

    public PendingWorkload promised(Optional<Reservation> other) {
        return new PendingWorkload(workload, done, preempted, other);
    }
}
