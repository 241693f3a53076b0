package slipway.base;

import java.time.Duration;
import java.time.Instant;

/**
 * The resources that one attempt used in a time window: one type of accelerator, and the machine. Accounting and
 * observing read only usage and facts, so it holds everything they need, and no price.
 *
 * @param consumer the attempt that is charged
 * @param window the time window; windows of one attempt and accelerator follow each other without overlap
 */
public record Usage(Consumer consumer, Window window, Accelerators accelerators, Machine machine) {

    /**
     * This usage and the next of the same attempt as one, so that old ones can be compacted without losing a
     * millisecond.
     *
     * @param next the same attempt and accelerator, beginning when this one ends
     */
    public Usage then(Usage next) {
        if (!consumer.equals(next.consumer) || !accelerators.type.equals(next.accelerators.type)) {
            throw new IllegalArgumentException(
                    "%s on %s does not go on as %s on %s"
                            .formatted(
                                    consumer,
                                    accelerators.type,
                                    next.consumer,
                                    next.accelerators.type));
        }
        return new Usage(
                consumer,
                window.then(next.window),
                accelerators.plus(next.accelerators),
                machine.plus(next.machine));
    }

    /** One attempt of one workload of one team. */
    public record Consumer(TeamId team, WorkloadId workload, int attempt) {

        public Consumer {
            if (attempt < 1) {
                throw new IllegalArgumentException("Attempts are numbered from 1, not " + attempt);
            }
        }
    }

    /** From the first instant, inclusive, to the last, exclusive. */
    public record Window(Instant from, Instant until) {

        public Window {
            if (until.isBefore(from)) {
                throw new IllegalArgumentException(
                        "A window cannot end at %s before it begins at %s".formatted(until, from));
            }
        }

        public Duration length() {
            return Duration.between(from, until);
        }

        Window then(Window next) {
            if (!until.equals(next.from)) {
                throw new IllegalArgumentException(
                        "A window until %s is not followed by one from %s"
                                .formatted(until, next.from));
            }
            return new Window(from, next.until);
        }
    }

    /**
     * @param type the catalog's name, such as {@code H100}
     * @param held allocated time, which is billed
     * @param used the part of it in which the accelerator was busy
     */
    public record Accelerators(String type, GpuTime held, GpuTime used) {

        public Accelerators {
            if (type.isBlank()) {
                throw new IllegalArgumentException("An accelerator has a type");
            }
            if (used.compareTo(held) > 0) {
                throw new IllegalArgumentException(
                        "Used time cannot exceed held time: %s of %s".formatted(used, held));
            }
        }

        /** Time that the workload held the accelerator without using it. */
        public GpuTime idle() {
            return held.minus(used);
        }

        Accelerators plus(Accelerators more) {
            return new Accelerators(type, held.plus(more.held), used.plus(more.used));
        }
    }

    /**
     * @param cpu time on processors, all of them together
     * @param memoryPeak the most that was held at once
     * @param storage read and written
     * @param network sent and received
     */
    public record Machine(Duration cpu, Bytes memoryPeak, Bytes storage, Bytes network) {

        /** Where nothing beside the accelerators is measured. */
        public static final Machine UNMEASURED =
                new Machine(Duration.ZERO, Bytes.ZERO, Bytes.ZERO, Bytes.ZERO);

        public Machine {
            if (cpu.isNegative()) {
                throw new IllegalArgumentException("Processor time cannot be negative: " + cpu);
            }
        }

        Machine plus(Machine more) {
            Bytes peak = memoryPeak.compareTo(more.memoryPeak) < 0 ? more.memoryPeak : memoryPeak;
            return new Machine(
                    cpu.plus(more.cpu),
                    peak,
                    storage.plus(more.storage),
                    network.plus(more.network));
        }
    }
}
