package slipway.surface.plan.server;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.plan.JobEstimate;

/**
 * What was expected of a workload when it began; the body of a paper.
 *
 * @param type of its accelerators, by the catalog's name
 * @param steps in all, by its plan
 * @param seconds of the whole
 * @param step seconds of one, as people were told
 * @param alone seconds of one by the model alone, without any correction
 * @param memory of one accelerator, in bytes
 * @param calibration that was in force; 0 if none
 */
record RecordedEstimate(
        String type,
        int accelerators,
        double steps,
        Range seconds,
        Range step,
        double alone,
        long memory,
        long calibration,
        List<String> restsOn) {

    /** A value with its interval. */
    record Range(double value, double low, double high) {

        static Range of(Estimate<Duration> time) {
            return new Range(seconds(time.value()), seconds(time.low()), seconds(time.high()));
        }

        static Range ofSeconds(Estimate<Double> step) {
            return new Range(step.value(), step.low(), step.high());
        }

        private static double seconds(Duration time) {
            return time.toMillis() / 1e3;
        }

        boolean holds(double truth) {
            return low <= truth && truth <= high;
        }

        /** How far it reaches upwards, as a factor. */
        double spread() {
            return Math.max(1, high / value);
        }
    }

    /**
     * @param told as people were told
     * @param alone by the model alone
     */
    static Optional<RecordedEstimate> of(
            JobEstimate told, JobEstimate alone, int accelerators, long calibration) {
        return told instanceof JobEstimate.Predicted(var time, var memory, _, var pace)
                        && alone instanceof JobEstimate.Predicted(_, _, _, var bare)
                ? Optional.of(
                        new RecordedEstimate(
                                pace.type(),
                                accelerators,
                                pace.steps(),
                                Range.of(time),
                                Range.ofSeconds(pace.step()),
                                bare.step().value(),
                                memory.peak().value().count(),
                                calibration,
                                time.grounds().stream().map(it -> it.sentence()).toList()))
                : Optional.empty();
    }
}
