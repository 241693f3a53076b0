package slipway.run.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;

/**
 * The resource usage of an attempt, summed over its nodes. Counters count from its start and never decrease.
 *
 * @param cpu CPU time
 * @param storage bytes read from and written to disks
 * @param network bytes sent and received; empty if they cannot be separated from those of other jobs on the node
 * @param processes the current number of processes
 */
public record UsageSample(
        AttemptId id,
        Instant at,
        Duration cpu,
        HeldMemory memory,
        Bytes storage,
        Optional<Bytes> network,
        int processes,
        List<Gpu> gpus) {

    public UsageSample {
        gpus = List.copyOf(gpus);
    }

    /**
     * Shared pages count once per process.
     *
     * @param now bytes held now
     * @param peak the largest sample
     */
    public record HeldMemory(Bytes now, Bytes peak) {

        public static final HeldMemory NONE = new HeldMemory(Bytes.ZERO, Bytes.ZERO);
    }

    /**
     * One accelerator of the attempt at that instant.
     *
     * @param utilization percent of the time in which a kernel ran; empty if it is shared
     * @param watts the power draw
     * @param celsius the temperature
     * @param throttled why its clocks are reduced, in words; empty if they are not, or only because it is idle
     * @param xids the driver's error numbers since the attempt began, newest last
     */
    public record Gpu(
            String uuid,
            Optional<Integer> utilization,
            Bytes memory,
            int watts,
            int celsius,
            List<String> throttled,
            List<Integer> xids) {

        public Gpu {
            throttled = List.copyOf(throttled);
            xids = List.copyOf(xids);
        }

        /** The same with the name that its engine's nodes use. */
        public Gpu withName(String name) {
            return new Gpu(name, utilization, memory, watts, celsius, throttled, xids);
        }
    }
}
