package slipway.evidence;

import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** The problems of evidence. */
final class EvidenceProblems {

    private static final ProblemCode OTHER =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "other-calibration",
                    "Another calibration was applied or undone in the meantime.");
    private static final ProblemCode NONE =
            ProblemCode.of(ProblemKind.NOT_FOUND, "no-calibration", "No calibration is in force.");

    private static final ProblemCode NOTHING_TO_CALIBRATE =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "nothing-to-calibrate",
                    "Finished workloads suggest no other calibration.");

    private EvidenceProblems() {}

    static Problem nothingToCalibrate() {
        return new Problem(
                NOTHING_TO_CALIBRATE,
                "Nothing was changed.",
                "Finished workloads suggest no other calibration, or not yet.",
                "See the evidence: slipway plan calibrate");
    }

    static Problem otherInForce(long expected, long current) {
        return new Problem(
                OTHER,
                "Nothing was changed: %s.".formatted(inForce(current)),
                "The request was based on a state in which %s.".formatted(inForce(expected)),
                "See the current proposal: slipway plan calibrate");
    }

    private static String inForce(long number) {
        return number == 0
                ? "no calibration is in force"
                : "calibration %d is in force".formatted(number);
    }

    static Problem nothingToUndo() {
        return new Problem(
                NONE,
                "There is nothing to undo.",
                "No calibration is in force.",
                "See what a calibration would change: slipway plan calibrate");
    }
}
