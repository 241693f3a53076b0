package slipway.plan.evaluation;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.text.UntrustedText;
import slipway.plan.evaluation.RowOutcome.Answer;
import slipway.plan.evaluation.RowOutcome.Comparison;
import slipway.plan.evaluation.RowOutcome.Outcome;
import slipway.plan.serving.LatencyForecast;
import slipway.plan.serving.ServingModel;
import slipway.plan.serving.ServingRow;
import slipway.plan.serving.ServingScenario;
import slipway.plan.table.StatedValues;

/**
 * Holds measured rows of serving against the model. What a row is compared by is the whole answer: the time to its
 * first token and all further ones where both were measured, else its own latency, else tokens a second.
 */
final class ServingRowEvaluator {

    private static final double MILLI = 1e-3;
    private static final double NANO = 1e9;

    private final ServingModel servingModel;

    ServingRowEvaluator(ServingModel servingModel) {
        this.servingModel = servingModel;
    }

    Outcome of(StatedValues statedValues) {
        double first = statedValues.number("ttft_ms", 0) * MILLI;
        double each = statedValues.number("tpot_ms", 0) * MILLI;
        double whole = whole(statedValues, first, each);
        double flow = flow(statedValues);
        if (first <= 0 && each <= 0 && whole <= 0 && flow <= 0) {
            return new Outcome.NoTarget();
        }
        return switch (servingModel.read(statedValues)) {
            case ServingRow.Not(String reason) ->
                    new Outcome.Skipped(UntrustedText.escaped(reason, 200));
            case ServingRow.Whole(ServingScenario it, boolean assumed) -> {
                LatencyForecast latencyForecast = servingModel.forecast(it);
                yield new Outcome.Compared(
                        whole > 0
                                ? compared(latencyForecast.whole(), whole)
                                : flowing(latencyForecast, flow, it.output()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(
                                new Answer(
                                        compared(latencyForecast.first(), first),
                                        compared(latencyForecast.each(), each),
                                        servingModel.isInDomain(it))),
                        assumed,
                        servingModel.knows(it));
            }
        };
    }

    /** A prefill or a step of decoding on one H200. */
    Outcome step(StatedValues statedValues) {
        double step = statedValues.number("step_s", 0);
        double rate = statedValues.number("tokens_per_s", 0);
        String phase = statedValues.text("phase");
        if (!phase.equals("prefill") && !phase.equals("decode")) {
            return new Outcome.Skipped(
                    "phase %s is neither prefill nor decode"
                            .formatted(UntrustedText.quoted(phase)));
        }
        if (step <= 0 && rate <= 0) {
            return new Outcome.NoTarget();
        }
        double seconds = step > 0 ? step : servingModel.eagerTokens(statedValues) / rate;
        return new Outcome.Compared(
                compared(servingModel.eagerStep(statedValues), seconds),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                servingModel.knowsEager(statedValues));
    }

    private static double whole(StatedValues statedValues, double first, double each) {
        return first > 0 && each > 0
                ? first + (Math.max(1, statedValues.number("osl", 1)) - 1) * each
                : statedValues.number("latency_s", 0);
    }

    /** Tokens of answers in a second; where only the tokens of questions and answers were counted, their part. */
    private static double flow(StatedValues statedValues) {
        double output = statedValues.number("osl", 1);
        double own = statedValues.number("out_tokens_per_s_total", 0);
        if (own > 0) {
            return own;
        }
        double all = statedValues.number("total_tokens_per_s", 0);
        double requests = statedValues.number("req_per_s", 0);
        return all > 0
                ? all * output / (output + statedValues.number("isl", 0))
                : requests * output;
    }

    /** Predicted over measured is turned round where a rate was measured. */
    private static Optional<Comparison> flowing(
            LatencyForecast latencyForecast, double flow, double output) {
        if (flow <= 0) {
            return Optional.empty();
        }
        double seconds = latencyForecast.requests() * output / flow;
        return compared(latencyForecast.whole(), seconds)
                .map(it -> new Comparison(1 / (1 + it.error()) - 1, it.covered(), it.halfWidth()));
    }

    private static Optional<Comparison> compared(Estimate<Duration> estimate, double seconds) {
        if (seconds <= 0) {
            return Optional.empty();
        }
        double value = seconds(estimate.value());
        return Optional.of(
                new Comparison(
                        value / seconds - 1,
                        estimate.contains(Duration.ofNanos(Math.round(seconds * NANO))),
                        (seconds(estimate.high()) - seconds(estimate.low())) / 2 / value));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANO;
    }
}
