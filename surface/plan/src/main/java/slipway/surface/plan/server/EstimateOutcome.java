package slipway.surface.plan.server;

import java.time.Instant;
import java.util.Optional;
import slipway.evidence.StepObservation;
import slipway.surface.plan.server.RecordedEstimate.Range;

/**
 * Estimate and reality of a workload that has ended; the body of a paper.
 *
 * @param ended how: succeeded, failed or cancelled
 * @param held seconds that it held its accelerators
 * @param step seconds of a step once it had settled, as far as it told of its steps
 * @param seen so many steps that rests on
 * @param total steps in all, as it told
 * @param memory the most that one accelerator held, in bytes
 * @param cost millionths of the currency
 */
record EstimateOutcome(
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

    /** Fewer steps than this are no measure of a rate. */
    private static final long FEWEST = 20;

    /** A step as the plan counts them: a script may call another amount of work a step. */
    Optional<Double> planned() {
        return step.filter(_ -> seen >= FEWEST)
                .map(it -> total.map(all -> it * all / forecast.steps()).orElse(it));
    }

    boolean succeeded() {
        return ended.equals("succeeded");
    }

    /** What was expected to be paid, at the price that was paid. */
    Optional<Range> expectedCost() {
        return cost.filter(_ -> held > 0)
                .map(
                        paid -> {
                            double each = paid / held;
                            Range time = forecast.seconds();
                            return new Range(
                                    time.value() * each, time.low() * each, time.high() * each);
                        });
    }

    /** What a calibration can rest on. */
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
