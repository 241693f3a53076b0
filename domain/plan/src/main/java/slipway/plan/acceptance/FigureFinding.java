package slipway.plan.acceptance;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Bytes;

/**
 * One figure compared with the catalog. Of several accelerators or peers it is the slowest, since a gang waits for it.
 *
 * @param figure the slowest figure
 * @param value median of its rounds
 * @param datasheet the catalog's figure, in the same unit
 * @param source source of the catalog's figure
 * @param remark an anomaly of its rounds, or which one is slower than the others
 */
public record FigureFinding(
        MeasuredFigure figure,
        double value,
        Optional<Double> datasheet,
        Optional<String> source,
        Verdict verdict,
        Optional<String> remark) {

    /** The verdict on a figure. */
    public enum Verdict {
        DELIVERS("delivers"),
        BELOW("below"),
        /** The catalog has no figure, or this test cannot reach it. */
        UNTOLD("not on paper"),
        /** Others used the machine: the figure says nothing. */
        BUSY("busy, not used");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** The name in documents. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The share of the catalog's figure. */
    public Optional<Double> datasheetShare() {
        return datasheet.map(it -> value / it);
    }

    /** {@code matrix products, bf16}, {@code read, 4 x 1 MiB}. */
    public String description() {
        String words = figure.kind().description();
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

    /** A size as a power of two. */
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

    public String measuredText() {
        return FigureText.format(figure.kind(), value);
    }

    public Optional<String> datasheetText() {
        return datasheet.map(it -> FigureText.format(figure.kind(), it));
    }
}
