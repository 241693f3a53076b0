package slipway.plan.serving;

import java.time.Duration;
import slipway.base.Estimate;
import slipway.catalog.AcceleratorType;
import slipway.plan.gp.ResidualCorrection;

/**
 * One replica: a copy of the model on accelerators that hold it, before an offer is chosen.
 *
 * @param speed its speed, corrected by measured neighbors
 */
record Replica(
        AcceleratorType type, ServingScenario scenario, ReplicaMemory memory, ReplicaSpeed speed) {

    /**
     * The highest utilization that is considered: at full load the queue grows without bound, which some hundred
     * requests do not show.
     */
    private static final double MAX_UTILIZATION = 0.95;

    private static final int BISECTIONS = 12;
    private static final double IDLE_RATE = 0.01;

    int accelerators() {
        return (int) scenario.deployment().accelerators();
    }

    NumberFormats formats() {
        return scenario.deployment().formats();
    }

    /** {@code 2 H100 in fp8}. */
    String describe() {
        return "%d %s in %s".formatted(accelerators(), type.type(), formats().weights().word());
    }

    BatchingSimulation.Observed nearlyIdle(ServingGoal.Demand demand) {
        return BatchingSimulation.of(
                speed, demand, Math.min(IDLE_RATE, speed.maxThroughput(demand.output()) / 100));
    }

    /** The highest rate of requests at which both latency goals hold; 0 where not even a single request meets them. */
    double capacity(ServingGoal.Demand demand, ServingGoal.LatencyGoal goal) {
        double most = speed.maxThroughput(demand.output());
        double high = MAX_UTILIZATION * most;
        double low = Math.min(IDLE_RATE, most / 100);
        if (!nearlyIdle(demand).meets(goal)) {
            return 0;
        }
        for (int round = 0; round < BISECTIONS; round++) {
            double middle = (low + high) / 2;
            if (BatchingSimulation.of(speed, demand, middle).meets(goal)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    static Estimate<Duration> withInterval(double seconds, ResidualCorrection residualCorrection) {
        return LatencyForecast.estimate(
                seconds,
                residualCorrection.halfWidth(),
                LatencyForecast.ground(residualCorrection));
    }
}
