package slipway.plan.reliability;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.text.Format;

/**
 * A training run, as far as its checkpoints are concerned.
 *
 * @param type of the accelerators
 * @param perMachine so many are in one machine
 * @param step how long one step takes; where it is known the cadence is told in steps
 * @param speed of the storage; where it is not known, the least that suffices is taken
 * @param spot whether the provider may take machines back
 * @param background whether accelerators wait only until their memory is copied to that of their machine
 * @param work how long the run would take if nothing happened
 */
public record CheckpointScenario(
        CheckpointOptimizerBytes.Saved saved,
        String type,
        int accelerators,
        int perMachine,
        Optional<Duration> step,
        Optional<Speed> speed,
        boolean spot,
        boolean background,
        Duration work) {

    public CheckpointScenario {
        if (accelerators < 1 || perMachine < 1 || !work.isPositive()) {
            throw new IllegalArgumentException("A run has accelerators and lasts: " + accelerators);
        }
        if (saved.all().count() < 1 || step.map(it -> !it.isPositive()).orElse(false)) {
            throw new IllegalArgumentException("A run saves something and takes steps: " + saved);
        }
    }

    /**
     * All machines together.
     *
     * @param name of the tier, or the speed itself
     * @param write bytes a second
     * @param read bytes a second
     */
    public record Speed(String name, Bytes write, Bytes read) {

        public Speed {
            if (write.count() < 1 || read.count() < 1) {
                throw new IllegalArgumentException("Storage has a speed: " + name);
            }
        }

        /** As much in both directions. */
        public static Speed of(Bytes rate) {
            return new Speed(Format.bytes(rate) + "/s", rate, rate);
        }
    }

    public int machines() {
        return Math.ceilDiv(accelerators, perMachine);
    }
}
