package slipway.simulate;

import java.time.Duration;
import java.util.List;
import slipway.simulate.trace.TraceCluster;
import slipway.simulate.trace.TraceJob;

/**
 * Jobs, the cluster that they run on, and parameters.
 *
 * @param jobs in the order of submission
 * @param rework the work that a job repeats each time that it resumes
 * @param seed the seed of random failures
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
