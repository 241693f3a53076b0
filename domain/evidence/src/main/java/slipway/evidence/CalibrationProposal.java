package slipway.evidence;

import java.util.List;
import java.util.Optional;
import slipway.catalog.Calibration;
import slipway.catalog.CalibrationFactor;

/**
 * A calibration, and what it would have changed.
 *
 * @param types one for each type that workloads finished on
 * @param before how far off the estimates were as they are corrected now
 * @param after how far off, each workload held against a correction that did not see it
 */
public record CalibrationProposal(
        Calibration calibration, List<OfType> types, Errors before, Errors after) {

    public CalibrationProposal {
        types = List.copyOf(types);
    }

    /**
     * @param workloads so many were looked at
     * @param factor nothing where the type is not corrected
     * @param reason why not, or what it rests on, in a sentence
     */
    public record OfType(
            String type,
            int workloads,
            Optional<CalibrationFactor> factor,
            Errors before,
            Errors after,
            String reason) {}

    /**
     * @param mean how far off on average, as a share of what was measured; nothing where there was no workload
     * @param within the share whose interval held
     */
    public record Errors(Optional<Double> mean, Optional<Double> within) {

        static final Errors NONE = new Errors(Optional.empty(), Optional.empty());
    }

    /** Whether it differs from what is in force by anything worth a change. */
    public boolean changes(Calibration inForce) {
        return types.stream()
                .map(OfType::type)
                .anyMatch(it -> differs(calibration.slowdown(it), inForce.slowdown(it)));
    }

    private static boolean differs(double one, double other) {
        return Math.abs(Math.log(one / other)) > 0.005;
    }
}
