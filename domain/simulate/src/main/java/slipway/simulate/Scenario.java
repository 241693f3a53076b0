package slipway.simulate;

import java.time.Duration;
import java.util.List;
import slipway.simulate.trace.TraceCluster;
import slipway.simulate.trace.TraceJob;

/**
 * Jobs, the ground they are to run on, and what is assumed.
 *
 * @param jobs in the order in which they are submitted
 * @param rework whoever goes on after it was stopped does so much again
 * @param seed of what goes wrong by chance
 */
record Scenario(
        String name, TraceCluster cluster, List<TraceJob> jobs, Duration rework, long seed) {

    Scenario {
        jobs = List.copyOf(jobs);
    }

    Scenario withJobs(List<TraceJob> others) {
        return new Scenario(name, cluster, others, rework, seed);
    }

    Scenario withCluster(TraceCluster other) {
        return new Scenario(name, other, jobs, rework, seed);
    }
}
