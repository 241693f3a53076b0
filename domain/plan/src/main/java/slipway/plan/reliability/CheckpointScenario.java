package slipway.plan.reliability;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.text.Format;

/**
 * A training run as far as its checkpoints are concerned.
 *
 * @param step duration of a step; where it is known the interval is also given in steps
 * @param speed storage speed; empty for the lowest that suffices
 * @param asynchronous whether checkpoints are asynchronous: accelerators wait only for the copy to host memory
 * @param work duration of the run without interruptions
 */
public record CheckpointScenario(
        CheckpointOptimizerBytes.CheckpointSize size,
        Machines machines,
        Optional<Duration> step,
        Optional<Speed> speed,
        boolean asynchronous,
        Duration work) {

    public CheckpointScenario {
        if (!work.isPositive()) {
            throw new IllegalArgumentException("A run lasts: " + work);
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

    /**
     * The machines of a run.
     *
     * @param type accelerator type
     * @param perMachine accelerators of one machine
     * @param spot whether the provider may reclaim machines
     */
    public record Machines(String type, int accelerators, int perMachine, boolean spot) {

        public Machines {
            if (accelerators < 1 || perMachine < 1) {
                throw new IllegalArgumentException("A run has accelerators: " + accelerators);
            }
        }

        public int count() {
            return Math.ceilDiv(accelerators, perMachine);
        }
    }
}
