package slipway.evidence;

import java.time.Duration;
import java.util.List;
import slipway.base.Estimate;

/**
 * The estimate of a workload when it started: the body of a forecast. The names of the components are the members of
 * the stored JSON.
 *
 * @param type accelerator type, by the catalog's name
 * @param steps total number of steps by its plan
 * @param seconds duration of the whole workload
 * @param step seconds of one step, with the calibration that was in force
 * @param alone seconds of one step without any calibration
 * @param memory bytes of one accelerator
 * @param calibration number of the calibration that was in force; 0 if none was
 * @param restsOn the grounds of the estimate, as sentences
 */
public record RecordedEstimate(
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
    public record Range(double value, double low, double high) {

        public static Range of(Estimate<Duration> time) {
            return new Range(seconds(time.value()), seconds(time.low()), seconds(time.high()));
        }

        public static Range ofSeconds(Estimate<Double> step) {
            return new Range(step.value(), step.low(), step.high());
        }

        private static double seconds(Duration time) {
            return time.toMillis() / 1e3;
        }

        /** The upper end over the value, at least 1. */
        double spread() {
            return Math.max(1, high / value);
        }
    }
}
