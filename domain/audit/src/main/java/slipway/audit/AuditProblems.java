package slipway.audit;

import java.nio.file.Path;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** The refusals and failures of the audit log. */
final class AuditProblems {

    static final ProblemCode ALTERED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "log-altered",
                    "The audit log is not what it was: an entry was changed, dropped, moved or written anew.");
    static final ProblemCode NO_ENTRY =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-entry",
                    "The audit log has no entry of this number.");
    static final ProblemCode NOT_SEALED =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "not-sealed-yet",
                    "An entry is newer than the last seal, so nothing signed proves it yet.");
    static final ProblemCode NO_SUCH_TREE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-such-tree",
                    "A proof was asked for a size the log never had, or the wrong way round.");
    static final ProblemCode BAD_KEY =
            ProblemCode.of(
                    ProblemKind.INVALID, "bad-seal-key", "A file holds no public key for seals.");
    static final ProblemCode BAD_PROOF =
            ProblemCode.of(
                    ProblemKind.INVALID, "bad-proof", "A proof does not prove what it says.");
    static final ProblemCode NO_SEALS =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-seals",
                    "There are no seals where they were looked for.");

    private static final String LOOK = "Run: slipway audit verify";

    private AuditProblems() {}

    static Problem notFollowing(Seal last) {
        return new Problem(
                ALTERED,
                "The log was not sealed.",
                "It does not follow from seal "
                        + last.number()
                        + " of "
                        + last.at()
                        + ", which covers "
                        + last.size()
                        + " entries: something before that was changed.",
                LOOK);
    }

    static Problem damagedSeal(long number) {
        return new Problem(
                ALTERED,
                "Seal " + number + " cannot be read.",
                "Its stored text was changed or damaged.",
                LOOK);
    }

    static Problem blockChanged(MerkleBlock merkleBlock) {
        return new Problem(
                ALTERED,
                "No proof can be given.",
                "The entries "
                        + merkleBlock.firstSeq()
                        + " to "
                        + merkleBlock.lastSeq()
                        + " are not what they were.",
                LOOK);
    }

    static Problem noEntry(long seq) {
        return new Problem(
                NO_ENTRY,
                "There is no entry " + seq + ".",
                "No fact has this number. Usage and samples have numbers too, but are not in the audit log.",
                "Look for the entry in the journal and give its number.");
    }

    static Problem notSealed(long seq) {
        return new Problem(
                NOT_SEALED,
                "Entry " + seq + " cannot be proved yet.",
                "It is newer than the last seal.",
                "Ask again in 5 minutes, or have an admin seal the log now.");
    }

    static Problem noSuchTree(long from, long to, long most) {
        return new Problem(
                NO_SUCH_TREE,
                "There is no such proof.",
                "It was asked for " + from + " and " + to + " of " + most + " entries.",
                "Give two sizes, the smaller one first, neither larger than the log.");
    }

    static Problem badKey(String why) {
        return new Problem(
                BAD_KEY,
                "The key for seals cannot be read.",
                why,
                "Take the line that slipway audit seal-key prints.");
    }

    static Problem badProof(String why) {
        return new Problem(
                BAD_PROOF,
                "The proof does not hold.",
                why,
                "Do not rely on it. Have it made anew: slipway audit prove SEQ");
    }

    static Problem noSeals(Path folder, String why) {
        return new Problem(
                NO_SEALS,
                "There are no seals in " + folder + ".",
                why,
                "Name the folder where the seals of this server are kept: --seals DIR");
    }
}
