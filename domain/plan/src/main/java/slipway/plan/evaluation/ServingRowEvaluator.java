package slipway.plan.evaluation;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.text.UntrustedText;
import slipway.plan.evaluation.RowOutcome.Comparison;
import slipway.plan.evaluation.RowOutcome.Latency;
import slipway.plan.evaluation.RowOutcome.Outcome;
import slipway.plan.serving.LatencyForecast;
import slipway.plan.serving.ServingModel;
import slipway.plan.serving.ServingRow;
import slipway.plan.serving.ServingScenario;
import slipway.plan.table.StatedValues;

/**
 * Compares measured serving rows with predictions. The target of a row is the end-to-end latency: from TTFT and TPOT
 * where both were measured, else its own latency, else its token rate.
 */
final class ServingRowEvaluator {

    private static final double MILLI = 1e-3;
    private static final double NANO = 1e9;

    private final ServingModel servingModel;

    ServingRowEvaluator(ServingModel servingModel) {
        this.servingModel = servingModel;
    }

    Outcome evaluate(StatedValues statedValues) {
        double ttft = statedValues.number("ttft_ms", 0) * MILLI;
        double tpot = statedValues.number("tpot_ms", 0) * MILLI;
        double endToEnd = endToEnd(statedValues, ttft, tpot);
        double outputRate = outputRate(statedValues);
        if (ttft <= 0 && tpot <= 0 && endToEnd <= 0 && outputRate <= 0) {
            return new Outcome.NoTarget();
        }
        return switch (servingModel.parse(statedValues)) {
            case ServingRow.Incomplete(String reason) ->
                    new Outcome.Skipped(UntrustedText.escaped(reason, 200));
            case ServingRow.Complete(ServingScenario it, boolean assumed) -> {
                LatencyForecast latencyForecast = servingModel.forecast(it);
                yield new Outcome.Compared(
                        endToEnd > 0
                                ? compared(latencyForecast.endToEnd(), endToEnd)
                                : comparedRate(latencyForecast, outputRate, it.output()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(
                                new Latency(
                                        compared(latencyForecast.ttft(), ttft),
                                        compared(latencyForecast.tpot(), tpot),
                                        servingModel.isInDomain(it))),
                        assumed,
                        servingModel.wasFittedTo(it));
            }
        };
    }

    /** Evaluates a prefill or a decode step on one H200. */
    Outcome evaluateStep(StatedValues statedValues) {
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
                servingModel.eagerWasFittedTo(statedValues));
    }

    private static double endToEnd(StatedValues statedValues, double ttft, double tpot) {
        return ttft > 0 && tpot > 0
                ? ttft + (Math.max(1, statedValues.number("osl", 1)) - 1) * tpot
                : statedValues.number("latency_s", 0);
    }

    /** Output tokens per second; where only input and output tokens together were counted, the output's share. */
    private static double outputRate(StatedValues statedValues) {
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

    /** The comparison of a rate: its error is the inverse of the latency's. */
    private static Optional<Comparison> comparedRate(
            LatencyForecast latencyForecast, double outputRate, double output) {
        if (outputRate <= 0) {
            return Optional.empty();
        }
        double seconds = latencyForecast.concurrency() * output / outputRate;
        return compared(latencyForecast.endToEnd(), seconds)
                .map(
                        it ->
                                new Comparison(
                                        1 / (1 + it.error()) - 1,
                                        it.withinInterval(),
                                        it.halfWidth()));
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
