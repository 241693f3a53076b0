package slipway.plan.reliability;

import java.time.Duration;
import slipway.plan.reliability.CheckpointScenario.Speed;

/** The time that a run waits for its checkpoints, and for machines after a failure. */
final class CheckpointCost {

    /**
     * From a failure until the run has machines and its programs have started. The median of Lablup's 504 B200 was 11
     * minutes; no other source is known.
     */
    static final Duration RESTART_WAIT = Duration.ofMinutes(11);

    /** Bytes per second that an accelerator copies to host memory: half of PCIe 4. */
    private static final double COPY_RATE = 12.5e9;

    private CheckpointCost() {}

    /**
     * @param rate failures per second
     */
    static Goodput goodput(CheckpointScenario checkpointScenario, Speed speed, double rate) {
        double size = checkpointScenario.size().total().count();
        double written = size / speed.write().count();
        double copied =
                Math.min(written, size / checkpointScenario.machines().accelerators() / COPY_RATE);
        double loads = size / speed.read().count();
        double waits = Seconds.of(RESTART_WAIT);
        return checkpointScenario.asynchronous()
                ? new Goodput(rate, waits, loads, copied, written)
                : new Goodput(rate, waits, loads, written, 0);
    }
}
