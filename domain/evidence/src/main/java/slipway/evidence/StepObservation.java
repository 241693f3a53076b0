package slipway.evidence;

import java.time.Instant;

/**
 * A finished workload: how long its step took, and how long it should have taken.
 *
 * @param type of its accelerators
 * @param expected seconds of a step by the model alone, without any calibration
 * @param spread how far the interval of that reaches upwards, as a factor of at least 1
 * @param measured seconds of a step, once it had settled
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

    /** How much longer it took than expected, as a logarithm. */
    double logRatio() {
        return Math.log(measured / expected);
    }
}
