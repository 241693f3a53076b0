package slipway.bench.plan;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The simplest predictor: the mean of the three most similar rows. Numbers are compared in standard deviations, and a
 * different name counts as two; one was worse, four about as good. The averaged value is the logarithm of the reached
 * share of the peak, which is comparable across models and accelerators of any size.
 */
final class SimilarityBaseline {

    private static final int NEIGHBOURS = 3;

    /** Two deviations, squared. */
    private static final double OTHER_NAME = 4;

    private final List<Row> known;
    private final double[] spread;

    /**
     * @param share of the peak that was reached, as a logarithm
     */
    record Row(List<String> names, List<Double> numbers, double share) {}

    SimilarityBaseline(List<Row> known) {
        this.known = known;
        this.spread =
                IntStream.range(0, known.getFirst().numbers.size())
                        .mapToDouble(this::variance)
                        .toArray();
    }

    /** As a logarithm. */
    double predictedShare(Row row) {
        return known.stream()
                .sorted(Comparator.comparingDouble(it -> distance(it, row)))
                .limit(NEIGHBOURS)
                .mapToDouble(Row::share)
                .average()
                .orElseThrow();
    }

    private double distance(Row one, Row other) {
        double far = 0;
        for (int at = 0; at < spread.length; at++) {
            double gap = one.numbers.get(at) - other.numbers.get(at);
            far += spread[at] > 0 ? gap * gap / spread[at] : 0;
        }
        for (int at = 0; at < one.names.size(); at++) {
            far += one.names.get(at).equals(other.names.get(at)) ? 0 : OTHER_NAME;
        }
        return far;
    }

    private double variance(int at) {
        double mean = known.stream().mapToDouble(it -> it.numbers.get(at)).average().orElseThrow();
        return known.stream()
                .mapToDouble(it -> it.numbers.get(at) - mean)
                .map(gap -> gap * gap)
                .average()
                .orElseThrow();
    }
}
