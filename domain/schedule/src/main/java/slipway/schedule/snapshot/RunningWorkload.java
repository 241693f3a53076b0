package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import slipway.base.WorkloadId;

/**
 * A workload on its place.
 *
 * @param since when this attempt started
 * @param done work that was kept from earlier attempts
 * @param saved when its last verified checkpoint of this attempt was made
 * @param preempted how often it had to give way
 * @param gap it runs where a place is kept for this workload, and gives way to it
 * @param leaving it was told to go, and will have gone by then
 */
public record RunningWorkload(
        SchedulableWorkload workload,
        Placement placement,
        Instant since,
        Duration done,
        Optional<Instant> saved,
        int preempted,
        Optional<WorkloadId> gap,
        Optional<Leaving> leaving) {

    public static RunningWorkload of(
            SchedulableWorkload schedulableWorkload, Placement placement, Instant since) {
        return new RunningWorkload(
                schedulableWorkload,
                placement,
                since,
                Duration.ZERO,
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty());
    }

    public WorkloadId id() {
        return workload.id();
    }

    public RunningWorkload saved(Instant at) {
        return new RunningWorkload(
                workload, placement, since, done, Optional.of(at), preempted, gap, leaving);
    }

    public RunningWorkload ranked(long rank) {
        return new RunningWorkload(
                workload.ranked(rank), placement, since, done, saved, preempted, gap, leaving);
    }

    public RunningWorkload leaving(Leaving told) {
        return new RunningWorkload(
                workload, placement, since, done, saved, preempted, gap, Optional.of(told));
    }

    /**
     * @param by it has left its place then, or was made to
     * @param to where it goes on, another place or more or fewer nodes; empty when it goes back to the queue
     */
    public record Leaving(Instant by, Optional<Placement> to) {}
}
