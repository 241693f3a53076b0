package slipway.spec.workload;

import java.util.List;
import java.util.Optional;

/**
 * The nodes that a workload needs together.
 *
 * @param elastic range of nodes for an elastic gang
 * @param topology topology constraint
 * @param spot whether spot nodes are acceptable
 * @param labels labels that each node must have
 */
public record Gang(
        int nodes,
        Optional<Elastic> elastic,
        Optional<TopologyConstraint> topology,
        boolean spot,
        List<String> labels) {

    public static final Gang ONE =
            new Gang(1, Optional.empty(), Optional.empty(), false, List.of());

    static final int MAX_NODES = 10_000;

    public Gang {
        labels = List.copyOf(labels);
        if (nodes < 1 || nodes > MAX_NODES) {
            throw new IllegalArgumentException("A gang cannot have %d nodes".formatted(nodes));
        }
        int asked = nodes;
        elastic.ifPresent(
                range -> {
                    if (range.min > asked || range.max < asked) {
                        throw new IllegalArgumentException(
                                "%d nodes are not within %s".formatted(asked, range));
                    }
                });
    }

    /** Minimum and maximum number of nodes. */
    public record Elastic(int min, int max) {

        public Elastic {
            if (min < 1 || max < min) {
                throw new IllegalArgumentException(
                        "A gang cannot range from %d to %d".formatted(min, max));
            }
        }
    }

    /**
     * @param required whether it waits for the domain instead of running in a larger one
     */
    public record TopologyConstraint(Within within, boolean required) {}

    /** The smallest domain that should hold the whole gang. */
    public enum Within {
        NODE,
        RACK,
        POD
    }
}
