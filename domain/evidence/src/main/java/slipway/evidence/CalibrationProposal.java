package slipway.evidence;

import java.util.List;
import java.util.Optional;
import slipway.catalog.Calibration;
import slipway.catalog.CalibrationFactor;

/**
 * A fitted calibration and its cross-validated effect.
 *
 * @param types one entry for each accelerator type with finished workloads
 * @param before the errors of the estimates with the current calibration
 * @param after the errors with the proposed calibration, by leave-one-out cross-validation
 */
public record CalibrationProposal(
        Calibration calibration, List<OfType> types, Errors before, Errors after) {

    public CalibrationProposal {
        types = List.copyOf(types);
    }

    /**
     * @param workloads the number of workloads
     * @param factor empty when the type is not corrected
     * @param reason a sentence: why it is not corrected, or the evidence
     */
    public record OfType(
            String type,
            int workloads,
            Optional<CalibrationFactor> factor,
            Errors before,
            Errors after,
            String reason) {}

    /**
     * @param mean the mean error as a share of the measured time; empty without workloads
     * @param within the share of workloads within their interval
     */
    public record Errors(Optional<Double> mean, Optional<Double> within) {

        static final Errors NONE = new Errors(Optional.empty(), Optional.empty());
    }

    /** Fits a calibration to the observations. */
    public static CalibrationProposal of(Calibration inForce, List<StepObservation> observations) {
        return new CalibrationFit(inForce).propose(observations);
    }

    /** Whether it differs from the calibration in force by more than 0.5 percent for a type. */
    public boolean changes(Calibration inForce) {
        return types.stream()
                .map(OfType::type)
                .anyMatch(it -> differs(calibration.slowdown(it), inForce.slowdown(it)));
    }

    private static boolean differs(double one, double other) {
        return Math.abs(Math.log(one / other)) > 0.005;
    }
}
