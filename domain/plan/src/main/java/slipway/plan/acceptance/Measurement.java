package slipway.plan.acceptance;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.base.Bytes;

/**
 * The result of the acceptance test on one node.
 *
 * @param rank rank of the node in its gang
 * @param nodes nodes measured together
 * @param duration duration from the first check to the last round
 */
public record Measurement(
        String node,
        int rank,
        int nodes,
        Instant at,
        Duration duration,
        Machine machine,
        Load load,
        Results results) {

    /**
     * Other load on the machine while it was measured.
     *
     * @param busy sentences about other load on the machine; if there is any, plans do not use the measurement
     * @param stolen share of processor time that the hypervisor gave to others (steal time)
     */
    public record Load(List<String> busy, double stolen) {

        public Load {
            busy = List.copyOf(busy);
        }
    }

    /** The figures, and tests that were skipped. */
    public record Results(List<MeasuredFigure> figures, List<Skipped> skipped, List<String> notes) {

        public Results {
            figures = List.copyOf(figures);
            skipped = List.copyOf(skipped);
            notes = List.copyOf(notes);
        }
    }

    /**
     * The measured machine.
     *
     * @param torch version of PyTorch; empty where it is absent
     * @param accelerators names by the driver, of those assigned to the test
     */
    public record Machine(
            int cpus,
            Bytes memory,
            String kernel,
            String python,
            String torch,
            List<String> accelerators) {

        public Machine {
            accelerators = List.copyOf(accelerators);
        }
    }

    /** A test that was skipped. */
    public record Skipped(String what, String reason) {}

    /** The same measurement under the cluster's name of the node. */
    public Measurement withNode(String name) {
        return new Measurement(name, rank, nodes, at, duration, machine, load, results);
    }

    /** Whether plans may use it: nothing else ran on the machine. */
    public boolean isUsable() {
        return load.busy.isEmpty();
    }

    /** The best median among matching figures. */
    Optional<Double> best(Predicate<MeasuredFigure> which) {
        return results.figures.stream()
                .filter(which)
                .map(MeasuredFigure::median)
                .max(Double::compare);
    }

    /** The number of accelerators, at least 1, for figures that they share. */
    int acceleratorCount() {
        return Math.max(1, machine.accelerators().size());
    }
}
