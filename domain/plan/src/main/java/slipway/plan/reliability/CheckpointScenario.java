package slipway.plan.reliability;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.text.Format;

/**
 * A training run as far as its checkpoints are concerned.
 *
 * @param type accelerator type
 * @param perMachine accelerators of one machine
 * @param step duration of a step; where it is known the interval is also given in steps
 * @param speed storage speed; empty for the lowest that suffices
 * @param spot whether the provider may reclaim machines
 * @param asynchronous whether checkpoints are asynchronous: accelerators wait only for the copy to host memory
 * @param work duration of the run without interruptions
 */
public record CheckpointScenario(
        CheckpointOptimizerBytes.CheckpointSize size,
        String type,
        int accelerators,
        int perMachine,
        Optional<Duration> step,
        Optional<Speed> speed,
        boolean spot,
        boolean asynchronous,
        Duration work) {

    public CheckpointScenario {
        if (accelerators < 1 || perMachine < 1 || !work.isPositive()) {
            throw new IllegalArgumentException("A run has accelerators and lasts: " + accelerators);
        }
        if (size.total().count() < 1 || step.map(it -> !it.isPositive()).orElse(false)) {
            throw new IllegalArgumentException("A run saves something and takes steps: " + size);
        }
    }

    /**
     * The storage speed of all machines together.
     *
     * @param name name of the tier, or the speed itself
     * @param write bytes a second
     * @param read bytes a second
     */
    public record Speed(String name, Bytes write, Bytes read) {

        public Speed {
            if (write.count() < 1 || read.count() < 1) {
                throw new IllegalArgumentException("Storage has a speed: " + name);
            }
        }

        /** The same speed in both directions. */
        public static Speed of(Bytes rate) {
            return new Speed(Format.bytes(rate) + "/s", rate, rate);
        }
    }

    public int machines() {
        return Math.ceilDiv(accelerators, perMachine);
    }
}
