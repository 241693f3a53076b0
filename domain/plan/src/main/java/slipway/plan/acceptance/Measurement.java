package slipway.plan.acceptance;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.base.Bytes;

/**
 * What the acceptance test found on one node.
 *
 * @param rank of the node in its gang
 * @param nodes so many were measured together
 * @param held from the first look to the last round
 * @param busy in sentences, what others did on the machine meanwhile; where there is any, it is not used
 * @param stolen the share of the processors' time that the machine below kept for others
 */
public record Measurement(
        String node,
        int rank,
        int nodes,
        Instant at,
        Duration held,
        Machine machine,
        List<String> busy,
        double stolen,
        List<MeasuredFigure> figures,
        List<Skipped> skipped,
        List<String> notes) {

    public Measurement {
        busy = List.copyOf(busy);
        figures = List.copyOf(figures);
        skipped = List.copyOf(skipped);
        notes = List.copyOf(notes);
    }

    /**
     * What was measured.
     *
     * @param torch its version; empty where it was not there
     * @param accelerators as the driver names them, those that the test was given
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

    /** What could not be measured. */
    public record Skipped(String what, String because) {}

    /** The same under the name that its cluster knows the node by. */
    public Measurement of(String name) {
        return new Measurement(
                name, rank, nodes, at, held, machine, busy, stolen, figures, skipped, notes);
    }

    /** Whether it counts: nobody else used the machine. */
    public boolean isUsable() {
        return busy.isEmpty();
    }

    /** The best median of these. */
    Optional<Double> best(Predicate<MeasuredFigure> which) {
        return figures.stream().filter(which).map(MeasuredFigure::median).max(Double::compare);
    }

    /** How many accelerators it had; 1 where it had none, for what is divided among them. */
    int sharers() {
        return Math.max(1, machine.accelerators().size());
    }
}
