package slipway.plan.acceptance;

import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;

/** How a figure went over the time it was held. */
final class FigureTrend {

    /** Fewer rounds show no course. */
    private static final int FEWEST = 6;

    /** What falls by more was held down. */
    private static final double FALL = 0.05;

    /** What is spread wider has company. */
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
     * By what share the last third is below the first; the very first round is left out, for it warms up. Nothing where
     * there are too few rounds to say, or where it does not fall.
     */
    static double fall(List<Double> rounds) {
        if (rounds.size() < FEWEST) {
            return 0;
        }
        List<Double> warm = rounds.subList(1, rounds.size());
        int third = Math.max(2, warm.size() / 3);
        double first = median(warm.subList(0, third));
        double last = median(warm.subList(warm.size() - third, warm.size()));
        return Math.max(0, 1 - last / first);
    }

    /** How far the middle four fifths of its rounds lie apart, as a share of the median. */
    static double spread(List<Double> rounds) {
        if (rounds.size() < FEWEST) {
            return 0;
        }
        List<Double> sorted = rounds.stream().sorted().toList();
        int tenth = sorted.size() / 10;
        return (sorted.get(sorted.size() - 1 - tenth) - sorted.get(tenth)) / median(rounds);
    }

    /** What is to be said of it, if anything is. */
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
