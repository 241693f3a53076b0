package slipway.simulate;

import java.time.Duration;
import java.util.List;
import slipway.simulate.trace.Ground;
import slipway.simulate.trace.Job;

/**
 * Jobs, the ground they are to run on, and what is assumed.
 *
 * @param jobs in the order in which they are submitted
 * @param rework whoever goes on after it was stopped does so much again
 * @param seed of what goes wrong by chance
 */
record Scenario(String name, Ground ground, List<Job> jobs, Duration rework, long seed) {

    Scenario {
        jobs = List.copyOf(jobs);
    }

    Scenario with(List<Job> others) {
        return new Scenario(name, ground, others, rework, seed);
    }

    Scenario on(Ground other) {
        return new Scenario(name, other, jobs, rework, seed);
    }
}
