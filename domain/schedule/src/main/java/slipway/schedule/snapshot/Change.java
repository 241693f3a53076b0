package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import slipway.base.WorkloadId;

/** A change since the last schedule. Decisions of the schedule itself count as carried out and are not reported. */
public sealed interface Change {

    record Submitted(SchedulableWorkload workload) implements Change {}

    /** It ended or was cancelled. */
    record Ended(WorkloadId workload) implements Change {}

    /**
     * Its attempt ended early: it was preempted, or lost with its node. It is pending again.
     *
     * @param retainedWork the work that a verified checkpoint retains
     */
    record Requeued(WorkloadId workload, Duration retainedWork) implements Change {}

    /**
     * It has moved or changed its size, as decided, and resumes.
     *
     * @param retainedWork the work that a verified checkpoint retains
     */
    record Moved(WorkloadId workload, Duration retainedWork) implements Change {}

    /** A checkpoint was made and verified. */
    record Checkpointed(WorkloadId workload, Instant at) implements Change {}

    /** Its rank in its team has changed, by what was learned from history. */
    record Ranked(WorkloadId workload, long rank) implements Change {}

    /** A node is new or has changed. */
    record NodeChanged(Node node) implements Change {}

    /** A node no longer exists; what happened to its jobs is reported separately. */
    record NodeRemoved(String node) implements Change {}

    /** The teams or quotas have changed. Recorded usage is kept. */
    record QuotasChanged(List<TeamQuotas> teams) implements Change {}

    record BookingsChanged(List<Booking> bookings) implements Change {}
}
