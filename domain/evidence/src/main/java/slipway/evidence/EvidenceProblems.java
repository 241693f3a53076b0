package slipway.evidence;

import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** What can go wrong here that a person can do something about. */
final class EvidenceProblems {

    private static final ProblemCode OTHER =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "other-calibration",
                    "Another calibration came into force meanwhile, or went out of it.");
    private static final ProblemCode NONE =
            ProblemCode.of(ProblemKind.NOT_FOUND, "no-calibration", "No calibration is in force.");

    private EvidenceProblems() {}

    static Problem otherInForce(long expected, long current) {
        return new Problem(
                OTHER,
                "Nothing was changed: %s.".formatted(inForce(current)),
                "What you looked at was worked out when %s.".formatted(inForce(expected)),
                "Look again with: slipway plan calibrate");
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
                "See what one would change with: slipway plan calibrate");
    }
}
