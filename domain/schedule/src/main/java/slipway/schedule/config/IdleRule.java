package slipway.schedule.config;

import java.time.Duration;
import java.util.Optional;

/**
 * The rule for a team's workloads that hold accelerators without using them. A value that is not set is inherited
 * from the team above; at the top the default applies.
 *
 * @param jobs whether such jobs are stopped, or their owners only warned
 * @param after how long a job may be idle before its owner is warned
 * @param workspaces how long a workspace may be unused before it is stopped, unless its spec sets a timeout
 */
public record IdleRule(
        Optional<JobAction> jobs, Optional<Duration> after, Optional<Duration> workspaces) {

    /** The action on an idle job. */
    public enum JobAction {
        WARN,
        STOP
    }

    public static final IdleRule UNSET =
            new IdleRule(Optional.empty(), Optional.empty(), Optional.empty());

    private static final Duration DEFAULT_AFTER = Duration.ofMinutes(30);
    private static final Duration DEFAULT_WORKSPACES = Duration.ofHours(2);

    /** Inherits the values that are not set here. */
    public IdleRule orElse(IdleRule above) {
        return new IdleRule(
                jobs.or(above::jobs), after.or(above::after), workspaces.or(above::workspaces));
    }

    public boolean stopsJobs() {
        return jobs.orElse(JobAction.WARN) == JobAction.STOP;
    }

    public Duration warnAfter() {
        return after.orElse(DEFAULT_AFTER);
    }

    public Duration stopWorkspacesAfter() {
        return workspaces.orElse(DEFAULT_WORKSPACES);
    }
}
