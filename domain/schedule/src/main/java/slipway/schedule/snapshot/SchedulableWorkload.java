package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.base.WorkloadId;

/**
 * Something that wants accelerators.
 *
 * @param rank where it stands among the team's own of one priority, least first; from
 *     history, or 0 for first come, first served
 * @param missing what would have to be copied to a node first; a node that is not named misses nothing
 */
public record SchedulableWorkload(
        WorkloadId id,
        TeamId team,
        ResourceRequest ask,
        Manner manner,
        Times times,
        long rank,
        Map<String, Bytes> missing) {

    public SchedulableWorkload {
        missing = Map.copyOf(missing);
    }

    public static SchedulableWorkload of(
            WorkloadId id, TeamId team, ResourceRequest resourceRequest, Times times) {
        return new SchedulableWorkload(id, team, resourceRequest, Manner.JOB, times, 0, Map.of());
    }

    public SchedulableWorkload asking(ResourceRequest other) {
        return new SchedulableWorkload(id, team, other, manner, times, rank, missing);
    }

    public SchedulableWorkload behaving(Manner other) {
        return new SchedulableWorkload(id, team, ask, other, times, rank, missing);
    }

    public SchedulableWorkload timed(Times other) {
        return new SchedulableWorkload(id, team, ask, manner, other, rank, missing);
    }

    public SchedulableWorkload ranked(long other) {
        return new SchedulableWorkload(id, team, ask, manner, times, other, missing);
    }

    public SchedulableWorkload missing(Map<String, Bytes> other) {
        return new SchedulableWorkload(id, team, ask, manner, times, rank, other);
    }

    public boolean isService() {
        return manner.kind == Kind.SERVICE;
    }

    /**
     * How it behaves.
     *
     * @param saves how often it makes a checkpoint, if it does: then it can be stopped and go on from the last verified
     *     one, and loses no more than that
     * @param minimumRun it is not preempted sooner
     */
    public record Manner(
            Kind kind, Priority priority, Optional<Duration> saves, Duration minimumRun) {

        public static final Manner JOB =
                new Manner(Kind.JOB, Priority.NORMAL, Optional.empty(), Duration.ZERO);

        public boolean checkpoints() {
            return saves.isPresent();
        }

        public Manner at(Priority other) {
            return new Manner(kind, other, saves, minimumRun);
        }

        public Manner saving(Duration every) {
            return new Manner(kind, priority, Optional.of(every), minimumRun);
        }
    }

    /**
     * @param notBefore it does not start sooner, although it is there
     * @param span how long one whole run takes
     */
    public record Times(Instant submitted, Optional<Instant> notBefore, RuntimeEstimate span) {

        public static Times of(Instant submitted, RuntimeEstimate runtimeEstimate) {
            return new Times(submitted, Optional.empty(), runtimeEstimate);
        }
    }

    /** What it is for. */
    public enum Kind {
        JOB,
        SERVICE,
        WORKSPACE
    }

    /** Higher goes first, within a team. */
    public enum Priority {
        LOW(0),
        NORMAL(1),
        HIGH(2),
        /** Needs a lead's role. */
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
