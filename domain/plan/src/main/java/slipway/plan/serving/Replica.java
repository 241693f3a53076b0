package slipway.plan.serving;

import java.time.Duration;
import slipway.base.Estimate;
import slipway.catalog.AcceleratorType;
import slipway.plan.gp.ResidualCorrection;

/**
 * One copy of the model on accelerators that hold it, before anybody has paid for them.
 *
 * @param pace corrected by what was measured
 */
record Replica(
        AcceleratorType type, ServingScenario situation, ReplicaMemory memory, ReplicaSpeed pace) {

    /** At its very limit the line of those who wait grows without end, which some hundred requests do not show. */
    private static final double FULL = 0.95;

    private static final int HALVINGS = 12;
    private static final double SELDOM = 0.01;

    int accelerators() {
        return (int) situation.deployment().cards();
    }

    WeightFormat weight() {
        return situation.deployment().weight();
    }

    /** {@code 2 H100 in fp8}. */
    String words() {
        return "%d %s in %s".formatted(accelerators(), type.type(), weight().word());
    }

    BatchingSimulation.Seen seldom(ServingGoal.Demand demand) {
        return BatchingSimulation.of(
                pace, demand, Math.min(SELDOM, pace.most(demand.output()) / 100));
    }

    /** The most requests a second at which the goal is still kept; 0 where it is not even for a single one. */
    double capacity(ServingGoal.Demand demand, ServingGoal.Goal goal) {
        double most = pace.most(demand.output());
        double high = FULL * most;
        double low = Math.min(SELDOM, most / 100);
        if (!seldom(demand).keeps(goal)) {
            return 0;
        }
        for (int round = 0; round < HALVINGS; round++) {
            double middle = (low + high) / 2;
            if (BatchingSimulation.of(pace, demand, middle).keeps(goal)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    static Estimate<Duration> spread(double seconds, ResidualCorrection residualCorrection) {
        return LatencyForecast.estimate(
                seconds, residualCorrection.half(), LatencyForecast.ground(residualCorrection));
    }
}
