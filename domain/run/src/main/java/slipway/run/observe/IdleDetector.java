package slipway.run.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides when the owner of an idle workload is warned and when it is stopped. Pure: an observation in, a verdict out.
 * A workload is stopped only after a warning: ten minutes before for a workspace, half an hour before for a job, by a
 * server that observed it for all of that time.
 */
final class IdleDetector {

    private IdleDetector() {}

    /**
     * @param lastUsed when it was last used
     * @param limits how long it may be idle
     * @param exemptUntil its owner has exempted it until then
     * @param warned when the owner was warned, if that warning still holds
     */
    public record Observation(
            Instant now,
            Instant lastUsed,
            Limits limits,
            Optional<Instant> exemptUntil,
            Optional<Instant> warned) {}

    /**
     * How long a workload may be idle.
     *
     * @param idle it is stopped after this time
     * @param warning its owner is warned this long before
     */
    public record Limits(Duration idle, Duration warning) {

        private static final Duration OF_WORKSPACES = Duration.ofMinutes(10);
        private static final Duration OF_JOBS = Duration.ofMinutes(30);

        public static Limits ofWorkspace(Duration idle) {
            return new Limits(idle, OF_WORKSPACES);
        }

        /** The owner of a job may be asleep and not sit before it. */
        public static Limits ofJob(Duration warnedAfter) {
            return new Limits(warnedAfter.plus(OF_JOBS), OF_JOBS);
        }
    }

    /** The action to take now. */
    public enum Action {
        NOTHING,
        WARN,
        /** It is used again or exempted, so the warning no longer holds. */
        WITHDRAW_WARNING,
        STOP
    }

    /** @param stopsAt when it is stopped if it stays idle */
    public record Verdict(Action action, Instant stopsAt) {}

    public static Verdict of(Observation observation) {
        Duration warning = observation.limits().warning();
        Instant unused = observation.lastUsed().plus(observation.limits().idle());
        Instant due = later(unused, observation.exemptUntil().orElse(unused));
        if (observation.now().isBefore(due.minus(warning))) {
            return new Verdict(
                    observation.warned().isPresent() ? Action.WITHDRAW_WARNING : Action.NOTHING,
                    due);
        }
        Instant stops = later(due, observation.warned().orElse(observation.now()).plus(warning));
        if (observation.warned().isEmpty()) {
            return new Verdict(Action.WARN, stops);
        }
        return new Verdict(observation.now().isBefore(stops) ? Action.NOTHING : Action.STOP, stops);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
