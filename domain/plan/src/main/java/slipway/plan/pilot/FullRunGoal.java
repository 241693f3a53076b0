package slipway.plan.pilot;

import java.time.Duration;
import java.util.Optional;
import slipway.base.GpuPrice;

/**
 * The full run to estimate.
 *
 * @param steps number of steps
 * @param stepsPerEpoch steps of one epoch, if stated
 * @param cadence how often it saves and evaluates
 * @param place where it runs
 * @param price price of one accelerator for an hour, or of a processor without accelerators; empty where none is
 *     configured
 */
public record FullRunGoal(
        long steps,
        Optional<Long> stepsPerEpoch,
        Cadence cadence,
        Place place,
        Optional<GpuPrice> price) {

    public FullRunGoal {
        if (steps < 1) {
            throw new IllegalArgumentException("A run has steps: " + steps);
        }
    }

    /**
     * How often a run saves and evaluates; empty values are as observed in the pilot.
     *
     * @param saveSteps steps between these
     * @param saveInterval or time between saves
     * @param evaluateSteps once in so many steps
     */
    public record Cadence(
            Optional<Long> saveSteps,
            Optional<Duration> saveInterval,
            Optional<Long> evaluateSteps) {

        public static final Cadence AS_OBSERVED =
                new Cadence(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * @param type accelerator type; {@code cpu} without accelerators
     * @param thousandths thousandths of accelerators, or of processors, that it occupies
     * @param machines number of machines
     * @param spot whether the provider may reclaim them
     */
    public record Place(String type, int thousandths, int machines, boolean spot) {

        public static final String CPU = "cpu";

        public boolean accelerated() {
            return !type.equals(CPU);
        }

        public int accelerators() {
            return Math.max(1, thousandths / 1_000);
        }
    }
}
