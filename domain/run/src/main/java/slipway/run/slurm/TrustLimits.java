package slipway.run.slurm;

import java.time.Duration;
import java.time.InstantSource;

/**
 * Limits after which the engine no longer trusts what Slurm reports.
 *
 * @param absences queries in a row without an unsure job, after which the job is withdrawn
 * @param timeout time for which Slurm may report a job as running after all its nodes have recorded an exit code
 */
record TrustLimits(int absences, Duration timeout, InstantSource clock) {

    /** As many absences as queries fit into the timeout of one command, and three more. */
    static TrustLimits of(Duration timeout, Duration pollInterval, InstantSource clock) {
        return new TrustLimits(
                3 + (int) Math.min(1_000, timeout.dividedBy(pollInterval)), timeout, clock);
    }

    /** Time for which Slurm may report a job as running before its launch.sh has claimed the attempt. */
    Duration startTimeout() {
        return timeout.multipliedBy(4);
    }
}
