package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.base.WorkloadId;

/**
 * A workload as the scheduler sees it.
 *
 * @param rank its order among jobs of one team and priority, lowest first: the expected remaining runtime, or 0 for
 *     first come, first served
 * @param bytesToCopy the data that must be copied to a node first; no entry means none
 */
public record SchedulableWorkload(
        WorkloadId id,
        TeamId team,
        ResourceRequest request,
        Attributes attributes,
        Times times,
        long rank,
        Map<String, Bytes> bytesToCopy) {

    public SchedulableWorkload {
        bytesToCopy = Map.copyOf(bytesToCopy);
    }

    public static SchedulableWorkload of(
            WorkloadId id, TeamId team, ResourceRequest resourceRequest, Times times) {
        return new SchedulableWorkload(
                id, team, resourceRequest, Attributes.JOB, times, 0, Map.of());
    }

    public SchedulableWorkload withRequest(ResourceRequest other) {
        return new SchedulableWorkload(id, team, other, attributes, times, rank, bytesToCopy);
    }

    public SchedulableWorkload withAttributes(Attributes other) {
        return new SchedulableWorkload(id, team, request, other, times, rank, bytesToCopy);
    }

    public SchedulableWorkload withTimes(Times other) {
        return new SchedulableWorkload(id, team, request, attributes, other, rank, bytesToCopy);
    }

    public SchedulableWorkload withRank(long other) {
        return new SchedulableWorkload(id, team, request, attributes, times, other, bytesToCopy);
    }

    public SchedulableWorkload bytesToCopy(Map<String, Bytes> other) {
        return new SchedulableWorkload(id, team, request, attributes, times, rank, other);
    }

    public boolean isService() {
        return attributes.kind == Kind.SERVICE;
    }

    /**
     * The same work with another request, which takes a multiple of the time. Only an estimate of the work grows: a
     * time limit ends the workload at any size.
     */
    public SchedulableWorkload resized(ResourceRequest other, int slowdown) {
        return withRequest(other).withTimes(times.withRuntime(times.runtime().times(slowdown)));
    }

    /**
     * The attributes that the scheduling rules read.
     *
     * @param checkpointInterval the interval between checkpoints; empty if it makes none. A job with checkpoints can be
     *     preempted, resumes from its last verified checkpoint and loses at most this much work.
     * @param minimumRun the workload is not preempted before it ran this long
     */
    public record Attributes(
            Kind kind,
            Priority priority,
            Optional<Duration> checkpointInterval,
            Duration minimumRun) {

        public static final Attributes JOB =
                new Attributes(Kind.JOB, Priority.NORMAL, Optional.empty(), Duration.ZERO);

        public boolean checkpoints() {
            return checkpointInterval.isPresent();
        }

        public Attributes withPriority(Priority other) {
            return new Attributes(kind, other, checkpointInterval, minimumRun);
        }

        public Attributes withCheckpointInterval(Duration every) {
            return new Attributes(kind, priority, Optional.of(every), minimumRun);
        }
    }

    /**
     * @param backOff the pause after a failed attempt
     * @param runtime how long one complete run takes
     */
    public record Times(Instant submitted, Optional<BackOff> backOff, RuntimeEstimate runtime) {

        public static Times of(Instant submitted, RuntimeEstimate runtimeEstimate) {
            return new Times(submitted, Optional.empty(), runtimeEstimate);
        }

        /** The earliest start. */
        public Times withoutBackOff() {
            return new Times(submitted, Optional.empty(), runtime);
        }

        public Optional<Instant> notBefore() {
            return backOff.map(BackOff::until);
        }

        Times withRuntime(RuntimeEstimate other) {
            return new Times(submitted, backOff, other);
        }
    }

    /**
     * The pause before a failed workload is tried again.
     *
     * @param because what happened, as a sentence; may be empty
     */
    public record BackOff(Instant until, String because) {}

    /** The kind of workload. */
    public enum Kind {
        JOB,
        SERVICE,
        WORKSPACE
    }

    /** A higher priority starts first within a team. */
    public enum Priority {
        LOW(0),
        NORMAL(1),
        HIGH(2),
        /** Requires the role of a lead. */
        CRITICAL(3);

        private final int level;

        Priority(int level) {
            this.level = level;
        }

        public int level() {
            return level;
        }
    }
}
