package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import slipway.base.WorkloadId;

/** What has happened since the last plan. What the plan itself decided counts as done and is not reported. */
public sealed interface Change {

    record Submitted(SchedulableWorkload workload) implements Change {}

    /** It ended or was cancelled, and is no more. */
    record Ended(WorkloadId workload) implements Change {}

    /**
     * Its attempt ended before its time: it was preempted, or lost with its node. It waits again.
     *
     * @param retainedWork the work a verified checkpoint keeps
     */
    record Requeued(WorkloadId workload, Duration retainedWork) implements Change {}

    /**
     * It has moved or changed its size, as it was told to, and goes on from what it kept.
     *
     * @param retainedWork the work a verified checkpoint keeps
     */
    record Moved(WorkloadId workload, Duration retainedWork) implements Change {}

    /** A checkpoint was made and verified. */
    record Checkpointed(WorkloadId workload, Instant at) implements Change {}

    /** History knows better by now where it stands among its equals. */
    record Ranked(WorkloadId workload, long rank) implements Change {}

    /** A new node, or one that is not what it was. */
    record NodeChanged(Node node) implements Change {}

    /** A node is no more; what runs on it is reported apart. */
    record NodeRemoved(String node) implements Change {}

    /** Other teams or quotas. What teams have used is kept. */
    record QuotasChanged(List<TeamQuotas> teams) implements Change {}

    record BookingsChanged(List<Booking> bookings) implements Change {}
}
