package slipway.evidence;

import java.time.Instant;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Money;
import slipway.evidence.RecordedEstimate.Range;

/**
 * The estimate of a workload and its real time, memory and cost: the body of an outcome. The names of the components
 * are the members of the stored JSON.
 *
 * @param ended {@code succeeded}, {@code failed} or {@code cancelled}
 * @param held seconds for which it held its accelerators
 * @param step seconds of a step after warm-up, if it was observed
 * @param seen number of steps behind it
 * @param total total number of steps that the job reported
 * @param memory the most that one accelerator held, in bytes
 * @param cost millionths of the currency
 */
public record EstimateOutcome(
        String name,
        RecordedEstimate forecast,
        String ended,
        double held,
        Optional<Double> step,
        long seen,
        Optional<Long> total,
        Optional<Long> memory,
        Optional<Long> cost,
        String currency) {

    /** Fewer steps do not make a rate. */
    private static final long MIN_STEPS = 20;

    static EstimateOutcome of(EndedAttempt attempt, RecordedEstimate estimate) {
        double acceleratorSeconds = attempt.held().millionths() / 1e6;
        return new EstimateOutcome(
                attempt.name(),
                estimate,
                attempt.outcome(),
                acceleratorSeconds / estimate.accelerators(),
                attempt.steps().time().map(it -> it.toNanos() / 1e9),
                attempt.steps().observed(),
                attempt.steps().total(),
                attempt.peakMemory().map(Bytes::count),
                attempt.cost().amount().map(Money::millionths),
                attempt.cost().currency().getCurrencyCode());
    }

    /** Seconds of a step as the plan defines it: a script may do another amount of work in what it calls a step. */
    public Optional<Double> planned() {
        return step.filter(_ -> seen >= MIN_STEPS)
                .map(it -> total.map(all -> it * all / forecast.steps()).orElse(it));
    }

    /** The estimated time at the price that was paid. */
    public Optional<Range> expectedCost() {
        return cost.filter(_ -> held > 0)
                .map(
                        paid -> {
                            double perSecond = paid / held;
                            Range time = forecast.seconds();
                            return new Range(
                                    time.value() * perSecond,
                                    time.low() * perSecond,
                                    time.high() * perSecond);
                        });
    }

    /** The observation for the calibration; empty if it reported too few steps. */
    Optional<StepObservation> observation(Instant at) {
        return planned()
                .filter(it -> it > 0 && it < 1e9)
                .map(
                        it ->
                                new StepObservation(
                                        forecast.type(),
                                        forecast.alone(),
                                        forecast.step().spread(),
                                        it,
                                        at));
    }
}
