package slipway.evidence;

import java.time.Instant;

/**
 * The measured and the expected step time of a finished workload.
 *
 * @param type the type of its accelerators
 * @param expected seconds of a step by the uncalibrated model
 * @param spread upper end of the interval over the expected value, at least 1
 * @param measured seconds of a step after warm-up
 * @param at when it ended
 */
public record StepObservation(
        String type, double expected, double spread, double measured, Instant at) {

    public StepObservation {
        if (type.isBlank() || !positive(expected) || !positive(measured) || !(spread >= 1)) {
            throw new IllegalArgumentException(
                    "A step takes a positive time: %s, expected %s within a factor of %s, measured %s"
                            .formatted(type, expected, spread, measured));
        }
    }

    private static boolean positive(double seconds) {
        return seconds > 0 && seconds < 1e9;
    }

    /** Logarithm of measured over expected time. */
    double logRatio() {
        return Math.log(measured / expected);
    }
}
