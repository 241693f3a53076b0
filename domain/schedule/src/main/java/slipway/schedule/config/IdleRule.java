package slipway.schedule.config;

import java.time.Duration;
import java.util.Optional;

/**
 * What becomes of a team's workloads that hold accelerators and do nothing with them. What a team does not say is as in
 * the team above it, and at the top as usual.
 *
 * @param jobs whether its jobs are stopped for that, or their owners only warned
 * @param after a job's owner is warned when it did nothing for so long
 * @param workspaces a workspace that does not say it itself is stopped when nobody used it for so long
 */
public record IdleRule(
        Optional<JobAction> jobs, Optional<Duration> after, Optional<Duration> workspaces) {

    /** What is done about a job. */
    public enum JobAction {
        WARN,
        STOP
    }

    public static final IdleRule UNSET =
            new IdleRule(Optional.empty(), Optional.empty(), Optional.empty());

    private static final Duration DEFAULT_AFTER = Duration.ofMinutes(30);
    private static final Duration DEFAULT_WORKSPACES = Duration.ofHours(2);

    /** What is left open here is as there. */
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
