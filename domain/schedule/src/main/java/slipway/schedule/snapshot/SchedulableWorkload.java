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
     * @param notBefore the earliest start, for example after a back-off
     * @param runtime how long one complete run takes
     */
    public record Times(Instant submitted, Optional<Instant> notBefore, RuntimeEstimate runtime) {

        public static Times of(Instant submitted, RuntimeEstimate runtimeEstimate) {
            return new Times(submitted, Optional.empty(), runtimeEstimate);
        }
    }

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
