package slipway.schedule.snapshot;

import java.time.Duration;
import java.util.Optional;
import slipway.base.WorkloadId;

/**
 * A workload in the queue.
 *
 * @param retainedWork the work that a verified checkpoint retains from earlier attempts
 * @param preemptions how often it was preempted
 * @param reservation its reservation, while it is blocked
 */
public record PendingWorkload(
        SchedulableWorkload workload,
        Duration retainedWork,
        int preemptions,
        Optional<Reservation> reservation) {

    public static PendingWorkload of(SchedulableWorkload schedulableWorkload) {
        return new PendingWorkload(schedulableWorkload, Duration.ZERO, 0, Optional.empty());
    }

    public WorkloadId id() {
        return workload.id();
    }

    public PendingWorkload withReservation(Optional<Reservation> other) {
        return new PendingWorkload(workload, retainedWork, preemptions, other);
    }
}
