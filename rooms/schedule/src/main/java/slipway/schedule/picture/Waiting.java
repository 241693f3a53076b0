package slipway.schedule.picture;

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
public record Waiting(Workload workload, Duration done, int preempted, Optional<Promise> promise) {

    public static Waiting of(Workload schedulableWorkload) {
        return new Waiting(schedulableWorkload, Duration.ZERO, 0, Optional.empty());
    }

    public WorkloadId id() {
        return workload.id();
    }

    public Waiting promised(Optional<Promise> other) {
        return new Waiting(workload, done, preempted, other);
    }
}
