package slipway.plan.evaluation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import slipway.plan.evaluation.RowOutcome.Comparison;
import slipway.plan.evaluation.RowOutcome.Latency;
import slipway.plan.evaluation.RowOutcome.Outcome.Compared;

/**
 * The totals of an evaluation, shares in percent. A figure is empty where no row has it.
 *
 * @param memory mean absolute error of the memory peak
 * @param wrongVerdicts rows whose verdict, fits or does not fit, was wrong
 * @param ttft median error of TTFT; {@code tpot} of TPOT
 */
public record PredictionScore(
        Rows rows,
        RateErrors rate,
        OptionalDouble memory,
        OptionalLong wrongVerdicts,
        OptionalDouble ttft,
        OptionalDouble tpot) {

    /**
     * Numbers of rows.
     *
     * @param fitted rows that the model was fitted to
     */
    public record Rows(long all, long skipped, long withoutTarget, long assumed, long fitted) {}

    /**
     * Errors of token rates, or of the end-to-end latency of serving.
     *
     * @param mape mean absolute percentage error
     * @param bias mean of predicted over measured, less 1
     * @param coverage share of rows whose interval contains the measured value
     * @param halfWidth median half width of the intervals
     */
    public record RateErrors(
            OptionalDouble mape,
            OptionalDouble median,
            OptionalDouble bias,
            OptionalDouble coverage,
            OptionalDouble halfWidth) {}

    static PredictionScore of(List<RowOutcome> rows) {
        List<Compared> compared = compared(rows).toList();
        List<Comparison> rates = all(compared, Compared::rate);
        List<Boolean> verdicts = all(compared, Compared::verdictRight);
        var counts =
                new Rows(
                        rows.size(),
                        count(rows, RowOutcome.Outcome.Skipped.class),
                        count(rows, RowOutcome.Outcome.NoTarget.class),
                        compared.stream().filter(Compared::assumed).count(),
                        compared.stream().filter(Compared::fitted).count());
        var rate =
                new RateErrors(
                        mean(rates, it -> Math.abs(it.error())),
                        median(rates, it -> Math.abs(it.error())),
                        mean(rates, Comparison::error),
                        mean(rates, it -> it.withinInterval() ? 1.0 : 0.0),
                        median(rates, Comparison::halfWidth));
        return new PredictionScore(
                counts,
                rate,
                mean(all(compared, Compared::memory), it -> Math.abs(it.error())),
                verdicts.isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(verdicts.stream().filter(right -> !right).count()),
                median(parts(compared, Latency::ttft), it -> Math.abs(it.error())),
                median(parts(compared, Latency::tpot), it -> Math.abs(it.error())));
    }

    static Stream<Compared> compared(List<RowOutcome> rows) {
        return rows.stream()
                .map(RowOutcome::outcome)
                .filter(Compared.class::isInstance)
                .map(Compared.class::cast);
    }

    private static long count(List<RowOutcome> rows, Class<? extends RowOutcome.Outcome> outcome) {
        return rows.stream().map(RowOutcome::outcome).filter(outcome::isInstance).count();
    }

    private static <T> List<T> all(List<Compared> rows, Function<Compared, Optional<T>> part) {
        return rows.stream().map(part).flatMap(Optional::stream).toList();
    }

    private static List<Comparison> parts(
            List<Compared> rows, Function<Latency, Optional<Comparison>> part) {
        return all(rows, Compared::latency).stream().map(part).flatMap(Optional::stream).toList();
    }

    private static OptionalDouble mean(List<Comparison> rows, Function<Comparison, Double> share) {
        OptionalDouble mean = rows.stream().mapToDouble(share::apply).average();
        return mean.isEmpty() ? mean : OptionalDouble.of(100 * mean.getAsDouble());
    }

    private static OptionalDouble median(
            List<Comparison> rows, Function<Comparison, Double> share) {
        if (rows.isEmpty()) {
            return OptionalDouble.empty();
        }
        double[] sorted = rows.stream().mapToDouble(share::apply).sorted().toArray();
        double low = sorted[(sorted.length - 1) / 2];
        double high = sorted[sorted.length / 2];
        return OptionalDouble.of(100 * (low + high) / 2);
    }
}
