package slipway.plan.reliability;

import java.time.Duration;
import slipway.plan.reliability.CheckpointScenario.Speed;

/** How long a run waits for its checkpoints, and for its place after a failure. */
final class CheckpointCost {

    /**
     * From a failure until the run has machines again and its programs have started. Lablup's 504 B200 took 11 minutes
     * in the middle; nobody else has told.
     */
    static final Duration WAITS = Duration.ofMinutes(11);

    /** What an accelerator copies into the memory of its machine in a second: half of what PCIe 4 can. */
    private static final double COPIES = 12.5e9;

    private CheckpointCost() {}

    /**
     * @param rate failures in a second
     */
    static Goodput goodput(CheckpointScenario checkpointScenario, Speed speed, double rate) {
        double size = checkpointScenario.saved().all().count();
        double written = size / speed.write().count();
        double copied = Math.min(written, size / checkpointScenario.accelerators() / COPIES);
        double loads = size / speed.read().count();
        double waits = Seconds.of(WAITS);
        return checkpointScenario.background()
                ? new Goodput(rate, waits, loads, copied, written)
                : new Goodput(rate, waits, loads, written, 0);
    }
}
