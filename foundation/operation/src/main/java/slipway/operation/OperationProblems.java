package slipway.operation;

import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.operation.Operation.Failure;

/** The refusals and failures of operations. */
final class OperationProblems {

    static final ProblemCode TOO_MANY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "too-many-operations",
                    "More operations wait than the server keeps.");
    static final ProblemCode INTERRUPTED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "interrupted",
                    "The server stopped while an operation was active.");
    static final ProblemCode FAILED =
            ProblemCode.of(
                    ProblemKind.BUG, "operation-failed", "An operation failed unexpectedly.");

    private OperationProblems() {}

    static Problem tooMany(int limit) {
        return new Problem(
                TOO_MANY,
                "The operation was not started.",
                limit + " operations wait already.",
                "Try again when some have ended: slipway operations");
    }

    static Failure interrupted() {
        return new Failure(
                INTERRUPTED.name(),
                "The operation was interrupted.",
                "The server stopped while it was active.",
                "Start it again.");
    }

    static Failure of(Problem problem) {
        return new Failure(problem.code().name(), problem.what(), problem.why(), problem.next());
    }

    static Failure failure(String reason) {
        return new Failure(
                FAILED.name(),
                "The operation failed.",
                "It reached an unexpected state: " + reason + ".",
                "Report this with the server's log: it is a bug in Slipway.");
    }
}
