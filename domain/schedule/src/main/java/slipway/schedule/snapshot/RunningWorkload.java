package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import slipway.base.WorkloadId;

/**
 * A running workload.
 *
 * @param since when this attempt started
 * @param retainedWork the work that was retained from earlier attempts
 * @param lastCheckpoint when its last verified checkpoint of this attempt was made
 * @param preemptions how often it was preempted
 * @param backfilledBefore the pending workload in whose reservation it is backfilled; it makes way for that one
 * @param departure how it leaves, if it has to
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
     * @param by when it has left its placement, or is made to
     * @param to its next placement: elsewhere, or with more or fewer nodes; empty when it returns to the queue
     */
    public record Departure(Instant by, Optional<Placement> to) {}
}
