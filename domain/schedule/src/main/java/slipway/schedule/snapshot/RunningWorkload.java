package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import slipway.base.WorkloadId;

/**
 * A workload on its place.
 *
 * @param since when this attempt started
 * @param retainedWork work that was kept from earlier attempts
 * @param lastCheckpoint when its last verified checkpoint of this attempt was made
 * @param preemptions how often it had to give way
 * @param backfilledBefore it runs where a place is kept for this workload, and gives way to it
 * @param departure it was told to go, and will have gone by then
 */
public record RunningWorkload(
        SchedulableWorkload workload,
        Placement placement,
        Instant since,
        Duration retainedWork,
        Optional<Instant> lastCheckpoint,
        int preemptions,
        Optional<WorkloadId> backfilledBefore,
        Optional<Departure> departure) {

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

    public RunningWorkload lastCheckpoint(Instant at) {
        return new RunningWorkload(
                workload,
                placement,
                since,
                retainedWork,
                Optional.of(at),
                preemptions,
                backfilledBefore,
                departure);
    }

    public RunningWorkload withRank(long rank) {
        return new RunningWorkload(
                workload.withRank(rank),
                placement,
                since,
                retainedWork,
                lastCheckpoint,
                preemptions,
                backfilledBefore,
                departure);
    }

    public RunningWorkload departure(Departure other) {
        return new RunningWorkload(
                workload,
                placement,
                since,
                retainedWork,
                lastCheckpoint,
                preemptions,
                backfilledBefore,
                Optional.of(other));
    }

    /**
     * @param by it has left its place then, or was made to
     * @param to where it goes on, another place or more or fewer nodes; empty when it goes back to the queue
     */
    public record Departure(Instant by, Optional<Placement> to) {}
}
