package slipway.plan.acceptance;

import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;

/** The trend of a figure over its rounds. */
final class FigureTrend {

    /** The least number of rounds that show a trend. */
    private static final int MIN_ROUNDS = 6;

    /** A fall by more than this share indicates throttling. */
    private static final double FALL = 0.05;

    /** A spread by more than this share indicates other load. */
    private static final double SPREAD = 0.25;

    private FigureTrend() {}

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /**
     * The share by which the last third is below the first, without the very first round, which warms up. Zero with too
     * few rounds, or without a fall.
     */
    static double fall(List<Double> rounds) {
        if (rounds.size() < MIN_ROUNDS) {
            return 0;
        }
        List<Double> warm = rounds.subList(1, rounds.size());
        int third = Math.max(2, warm.size() / 3);
        double first = median(warm.subList(0, third));
        double last = median(warm.subList(warm.size() - third, warm.size()));
        return Math.max(0, 1 - last / first);
    }

    /** The range of the middle four fifths of the rounds, relative to the median. */
    static double spread(List<Double> rounds) {
        if (rounds.size() < MIN_ROUNDS) {
            return 0;
        }
        List<Double> sorted = rounds.stream().sorted().toList();
        int tenth = sorted.size() / 10;
        return (sorted.get(sorted.size() - 1 - tenth) - sorted.get(tenth)) / median(rounds);
    }

    /** A remark on the trend, if there is an anomaly. */
    static Optional<String> remark(MeasuredFigure measuredFigure) {
        double fall = fall(measuredFigure.rounds());
        boolean computes = measuredFigure.kind() == MeasuredFigure.Kind.MATMUL;
        if (computes && fall > FALL) {
            return Optional.of(
                    "falls by %s while it is held: it is slowed down when it is warm, or for power"
                            .formatted(Format.percent(fall)));
        }
        double spread = spread(measuredFigure.rounds());
        return spread > SPREAD
                ? Optional.of(
                        "wanders by %s from round to round: something else uses it too"
                                .formatted(Format.percent(spread)))
                : Optional.empty();
    }
}
