package slipway.plan.acceptance;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Bytes;
import slipway.catalog.Precision;

/**
 * One measured figure.
 *
 * @param format number format of matrix products
 * @param device index of the accelerator on the node
 * @param bytes bytes of a block or a message
 * @param parallel jobs, streams or ranks at once
 * @param peer the node at the other end
 * @param rounds the result of each round, in the unit of its kind, in order
 */
public record MeasuredFigure(
        Kind kind,
        Scope scope,
        Optional<Precision> format,
        OptionalInt device,
        Optional<Bytes> bytes,
        OptionalInt parallel,
        OptionalInt peer,
        List<Double> rounds) {

    public MeasuredFigure {
        rounds = List.copyOf(rounds);
        if (rounds.isEmpty() || rounds.stream().anyMatch(it -> !(it > 0 && it < 1e21))) {
            throw new IllegalArgumentException("A figure has positive rounds");
        }
    }

    /** Kinds of figures. */
    public enum Kind {
        MATMUL("matrix products", "FLOP/s"),
        MEMORY("memory", "B/s"),
        READ("read", "B/s"),
        WRITE("write", "B/s"),
        NETWORK("network", "B/s"),
        ROUND_TRIP("round trip", "s"),
        ALL_REDUCE("all-reduce", "B/s");

        private final String description;
        private final String unit;

        Kind(String words, String unit) {
            this.description = words;
            this.unit = unit;
        }

        /** The name that people read. */
        public String description() {
            return description;
        }

        /** The unit of its rounds. */
        public String unit() {
            return unit;
        }

        /** The name in documents. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Optional<Kind> find(String word) {
            return Arrays.stream(values()).filter(it -> it.label().equals(word)).findFirst();
        }
    }

    /** The parts between which it was measured. */
    public enum Scope {
        /** Processors and their memory. */
        HOST,
        /** One accelerator. */
        ACCELERATOR,
        DISK,
        /** Two processes of one node. */
        LOOPBACK,
        /** All ranks of one node. */
        NODE,
        /** Nodes of a gang. */
        NODES;

        /** As documents write it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Scope> find(String word) {
            return Arrays.stream(values()).filter(it -> it.label().equals(word)).findFirst();
        }
    }

    /** The median of its rounds. */
    public double median() {
        return FigureTrend.median(rounds);
    }

    boolean is(Kind other, Scope where) {
        return kind == other && scope == where;
    }
}
