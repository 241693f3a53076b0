package slipway.plan.evaluation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import slipway.plan.evaluation.RowOutcome.Answer;
import slipway.plan.evaluation.RowOutcome.Comparison;
import slipway.plan.evaluation.RowOutcome.Outcome.Compared;

/**
 * How well rows were predicted; all shares in percent. What no row tells is empty.
 *
 * @param mape the mean of |predicted - measured| / measured, of tokens a second for each accelerator
 * @param bias the mean of predicted over measured, less 1
 * @param memory the mean error of memory
 * @param verdictsWrong said to fit and did not, or the other way round
 * @param coverage rows whose interval holds what was measured
 * @param halfWidth the median of half an interval
 * @param first the median error of the time to the first token of served answers; {@code each} of a further one
 * @param known rows that the model was made from
 */
public record PredictionScore(
        long rows,
        long skipped,
        long noTarget,
        long assumed,
        long known,
        OptionalDouble mape,
        OptionalDouble median,
        OptionalDouble bias,
        OptionalDouble memory,
        OptionalLong verdictsWrong,
        OptionalDouble coverage,
        OptionalDouble halfWidth,
        OptionalDouble first,
        OptionalDouble each) {

    static PredictionScore of(List<RowOutcome> rows) {
        List<Compared> compared = compared(rows).toList();
        List<Comparison> rates = all(compared, Compared::rate);
        List<Boolean> verdicts = all(compared, Compared::right);
        return new PredictionScore(
                rows.size(),
                count(rows, RowOutcome.Outcome.Skipped.class),
                count(rows, RowOutcome.Outcome.NoTarget.class),
                compared.stream().filter(Compared::assumed).count(),
                compared.stream().filter(Compared::known).count(),
                mean(rates, it -> Math.abs(it.error())),
                median(rates, it -> Math.abs(it.error())),
                mean(rates, Comparison::error),
                mean(all(compared, Compared::memory), it -> Math.abs(it.error())),
                verdicts.isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(verdicts.stream().filter(right -> !right).count()),
                mean(rates, it -> it.covered() ? 1.0 : 0.0),
                median(rates, Comparison::halfWidth),
                median(parts(compared, Answer::first), it -> Math.abs(it.error())),
                median(parts(compared, Answer::each), it -> Math.abs(it.error())));
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
            List<Compared> rows, Function<Answer, Optional<Comparison>> part) {
        return all(rows, Compared::answer).stream().map(part).flatMap(Optional::stream).toList();
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
