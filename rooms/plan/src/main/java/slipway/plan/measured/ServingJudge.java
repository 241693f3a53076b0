package slipway.plan.measured;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Shown;
import slipway.plan.measured.Scored.Answer;
import slipway.plan.measured.Scored.Comparison;
import slipway.plan.measured.Scored.Outcome;
import slipway.plan.serving.Forecast;
import slipway.plan.serving.Read;
import slipway.plan.serving.Serving;
import slipway.plan.serving.Situation;
import slipway.plan.table.Stated;

/**
 * Holds measured rows of serving against the model. What a row is compared by is the whole answer: the time to its
 * first token and all further ones where both were measured, else its own latency, else tokens a second.
 */
final class ServingJudge {

    private static final double MILLI = 1e-3;
    private static final double NANO = 1e9;

    private final Serving serving;

    ServingJudge(Serving serving) {
        this.serving = serving;
    }

    Outcome of(Stated stated) {
        double first = stated.number("ttft_ms", 0) * MILLI;
        double each = stated.number("tpot_ms", 0) * MILLI;
        double whole = whole(stated, first, each);
        double flow = flow(stated);
        if (first <= 0 && each <= 0 && whole <= 0 && flow <= 0) {
            return new Outcome.NoTarget();
        }
        return switch (serving.read(stated)) {
            case Read.Not(String reason) -> new Outcome.Skipped(Shown.plain(reason, 200));
            case Read.Whole(Situation it, boolean assumed) -> {
                Forecast forecast = serving.forecast(it);
                yield new Outcome.Compared(
                        whole > 0
                                ? compared(forecast.whole(), whole)
                                : flowing(forecast, flow, it.output()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(
                                new Answer(
                                        compared(forecast.first(), first),
                                        compared(forecast.each(), each),
                                        serving.isInDomain(it))),
                        assumed,
                        serving.knows(it));
            }
        };
    }

    /** A prefill or a step of decoding on one H200. */
    Outcome step(Stated stated) {
        double step = stated.number("step_s", 0);
        double rate = stated.number("tokens_per_s", 0);
        String phase = stated.text("phase");
        if (!phase.equals("prefill") && !phase.equals("decode")) {
            return new Outcome.Skipped(
                    "phase %s is neither prefill nor decode".formatted(Shown.quoted(phase)));
        }
        if (step <= 0 && rate <= 0) {
            return new Outcome.NoTarget();
        }
        double seconds = step > 0 ? step : serving.eagerTokens(stated) / rate;
        return new Outcome.Compared(
                compared(serving.eagerStep(stated), seconds),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                serving.knowsEager(stated));
    }

    private static double whole(Stated stated, double first, double each) {
        return first > 0 && each > 0
                ? first + (Math.max(1, stated.number("osl", 1)) - 1) * each
                : stated.number("latency_s", 0);
    }

    /** Tokens of answers in a second; where only the tokens of questions and answers were counted, their part. */
    private static double flow(Stated stated) {
        double output = stated.number("osl", 1);
        double own = stated.number("out_tokens_per_s_total", 0);
        if (own > 0) {
            return own;
        }
        double all = stated.number("total_tokens_per_s", 0);
        double requests = stated.number("req_per_s", 0);
        return all > 0 ? all * output / (output + stated.number("isl", 0)) : requests * output;
    }

    /** Predicted over measured is turned round where a rate was measured. */
    private static Optional<Comparison> flowing(Forecast forecast, double flow, double output) {
        if (flow <= 0) {
            return Optional.empty();
        }
        double seconds = forecast.requests() * output / flow;
        return compared(forecast.whole(), seconds)
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
                        estimate.holds(Duration.ofNanos(Math.round(seconds * NANO))),
                        (seconds(estimate.high()) - seconds(estimate.low())) / 2 / value));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANO;
    }
}
