package slipway.run.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;

/**
 * What an attempt took of its nodes, all of them together. Counters count from its start and never go back.
 *
 * @param cpu time on processors
 * @param memory held now, what is shared counted once for each process that maps it
 * @param memoryPeak the most that a sample saw
 * @param storage read from and written to disks
 * @param network sent and received; empty where it cannot be told from that of others on the node
 * @param processes how many there are now
 */
public record UsageSample(
        AttemptId id,
        Instant at,
        Duration cpu,
        Bytes memory,
        Bytes memoryPeak,
        Bytes storage,
        Optional<Bytes> network,
        int processes,
        List<Gpu> gpus) {

    public UsageSample {
        gpus = List.copyOf(gpus);
    }

    /**
     * One accelerator of the attempt at that instant.
     *
     * @param utilization percent of the time in which a kernel ran; empty where it is shared and cannot be told
     * @param watts what it draws
     * @param celsius how warm it is
     * @param throttled why its clocks are held down, in words; empty when they are not, or only because it is idle
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

        /** By the name that its engine's nodes have for it. */
        public Gpu withName(String name) {
            return new Gpu(name, utilization, memory, watts, celsius, throttled, xids);
        }
    }
}
