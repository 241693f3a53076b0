package slipway.plan.acceptance;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Bytes;
import slipway.catalog.Precision;

/**
 * One thing that was measured.
 *
 * @param format of the numbers that were multiplied
 * @param device which accelerator of the node
 * @param bytes of a block, or of a message
 * @param parallel so many jobs, streams or ranks at once
 * @param peer the node of the gang at the other end
 * @param rounds what each round gave, in the unit of its kind, in the order in which they were taken
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
            throw new IllegalArgumentException("A figure has rounds, each above nothing");
        }
    }

    /** What was measured. */
    public enum Kind {
        MATMUL("matrix products", "FLOP/s"),
        MEMORY("memory", "B/s"),
        READ("read", "B/s"),
        WRITE("write", "B/s"),
        NETWORK("network", "B/s"),
        ROUND_TRIP("round trip", "s"),
        ALL_REDUCE("all-reduce", "B/s");

        private final String words;
        private final String unit;

        Kind(String words, String unit) {
            this.words = words;
            this.unit = unit;
        }

        /** For people. */
        public String words() {
            return words;
        }

        /** In which its rounds are. */
        public String unit() {
            return unit;
        }

        /** As documents write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Optional<Kind> named(String word) {
            return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
        }
    }

    /** Between which parts. */
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
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Scope> named(String word) {
            return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
        }
    }

    /** The middle of its rounds. */
    public double median() {
        return FigureTrend.median(rounds);
    }

    boolean is(Kind other, Scope where) {
        return kind == other && scope == where;
    }
}
