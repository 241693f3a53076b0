package slipway.plan.acceptance;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Bytes;

/**
 * One figure against the paper. Of several accelerators, and of several peers, it is the slowest: a gang waits for it.
 *
 * @param figure of that one
 * @param value the middle of its rounds
 * @param paper what the catalog promises, in the same unit
 * @param source where that stands
 * @param remark what its course shows, or which one is slower than the others
 */
public record FigureFinding(
        MeasuredFigure figure,
        double value,
        Optional<Double> paper,
        Optional<String> source,
        Verdict verdict,
        Optional<String> remark) {

    /** What is to be thought of it. */
    public enum Verdict {
        DELIVERS("delivers"),
        BELOW("below"),
        /** Nothing is promised, or this test cannot reach what is. */
        UNTOLD("not on paper"),
        /** Others used the machine: it says nothing. */
        BUSY("busy, not used");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** As documents write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of what the paper promises. */
    public Optional<Double> share() {
        return paper.map(it -> value / it);
    }

    /** {@code matrix products, bf16}, {@code read, 4 x 1 MiB}. */
    public String what() {
        String words = figure.kind().words();
        return switch (figure.kind()) {
            case MATMUL ->
                    words
                            + figure.format().map(it -> ", " + it.label()).orElse("")
                            + (figure.scope() == MeasuredFigure.Scope.HOST ? ", processors" : "");
            case MEMORY ->
                    figure.scope() == MeasuredFigure.Scope.HOST ? "memory, processors" : words;
            case READ, WRITE -> words + ", " + times(1) + block();
            case NETWORK ->
                    figure.scope() == MeasuredFigure.Scope.NODES
                            ? "network, %sTCP".formatted(times(2))
                            : "network, loopback";
            case ROUND_TRIP -> words;
            case ALL_REDUCE ->
                    "%s, %d ranks%s, %s"
                            .formatted(
                                    words,
                                    figure.parallel().orElse(1),
                                    figure.scope() == MeasuredFigure.Scope.NODES
                                            ? " between nodes"
                                            : "",
                                    block());
        };
    }

    private String times(int least) {
        int many = figure.parallel().orElse(1);
        return many < least ? "" : many + " x ";
    }

    private String block() {
        return figure.bytes().map(FigureFinding::power).orElse("");
    }

    /** Blocks and messages are powers of two. */
    private static String power(Bytes bytes) {
        List<String> units = List.of("B", "KiB", "MiB", "GiB");
        long count = bytes.count();
        int unit = 0;
        while (count >= 1_024 && count % 1_024 == 0 && unit < units.size() - 1) {
            count /= 1_024;
            unit++;
        }
        return count + " " + units.get(unit);
    }

    public String measured() {
        return FigureText.words(figure.kind(), value);
    }

    public Optional<String> onPaper() {
        return paper.map(it -> FigureText.words(figure.kind(), it));
    }
}
