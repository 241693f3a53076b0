package slipway.journal;

import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** The refusals and failures of the journal. */
final class JournalProblems {

    static final ProblemCode DISK_FULL =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "disk-full",
                    503,
                    "The disk that holds the data has no room left.");
    static final ProblemCode UNREACHABLE =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "database-unreachable",
                    503,
                    "The database does not answer, or its disk fails.");
    static final ProblemCode UNKNOWN =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "outcome-unknown",
                    503,
                    "The database stopped answering inside a write; it may have happened.");
    static final ProblemCode CORRUPT =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "database-corrupt",
                    "What is stored contradicts its own hashes or structure.");
    static final ProblemCode TERM_ENDED =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "term-ended",
                    "Another server has taken over this data; this one may not write.");
    static final ProblemCode BUSY =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "too-busy",
                    503,
                    "More requests wait to be written than the server keeps.");
    static final ProblemCode KEY_REUSED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "key-reused",
                    "An idempotency key was sent again with another request.");
    static final ProblemCode DROPPED =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "not-written",
                    503,
                    "A change was refused with others that were to be written with it.");
    static final ProblemCode NOT_STORABLE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "not-storable",
                    "A value contains characters that no database stores, or is too large.");
    static final ProblemCode NO_READER =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "reader-not-found",
                    "The journal has no reader of this name.");
    static final ProblemCode READER_NOT_FAILING =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "reader-not-failing",
                    "The reader does not fail at this event.");
    static final ProblemCode READER_REQUIRED =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "reader-required",
                    "The reader needs every event and cannot be retired.");
    static final ProblemCode CLOSED =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "stopping",
                    503,
                    "The server is stopping and takes no changes.");
    static final ProblemCode BROKEN =
            ProblemCode.of(
                    ProblemKind.BUG, "journal-broken", "The journal met a state it does not know.");

    private static final String RESTORE =
            "Stop the server, keep the data directory for study, and restore the newest backup: slipway restore FILE";

    private JournalProblems() {}

    /** The problem for a refusal by the storage. */
    static Problem of(JournalStorage.Refused refused) {
        String why = sentence(String.valueOf(refused.getMessage()));
        String nothingWritten = "Nothing was written.";
        Problem problem =
                switch (refused.reason()) {
                    case FULL ->
                            new Problem(
                                    DISK_FULL,
                                    nothingWritten,
                                    "The disk that holds the data is full: " + why,
                                    "Free some space; writing resumes automatically.");
                    case UNREACHABLE ->
                            new Problem(
                                    UNREACHABLE,
                                    nothingWritten,
                                    why,
                                    "Send the request again; if it fails again, check the disk and the database.");
                    case CORRUPT ->
                            new Problem(CORRUPT, "The server has stopped writing.", why, RESTORE);
                    case TERM_ENDED ->
                            new Problem(
                                    TERM_ENDED,
                                    nothingWritten,
                                    why,
                                    "Stop this server, or the other one.");
                    case CONTENT ->
                            new Problem(
                                    BROKEN,
                                    nothingWritten,
                                    why,
                                    "Report this: it is a bug in Slipway.");
                };
        return problem.causedBy(refused);
    }

    /** The same at the start, when nothing recovers without a restart. */
    static Problem notOpened(JournalStorage.Refused refused) {
        Problem problem = of(refused);
        return refused.reason() == JournalStorage.Cause.FULL
                ? new Problem(
                                problem.code(),
                                "The server cannot start.",
                                problem.why(),
                                "Free some space and start it again. Running jobs continue meanwhile.")
                        .causedBy(refused)
                : problem;
    }

    static Problem keyReused(String name) {
        return new Problem(
                KEY_REUSED,
                "The idempotency key '" + name + "' was already used for another request.",
                "A key identifies one request, so that sending it twice does the work once.",
                "Send the request with a new key.");
    }

    static Problem notStorable(RuntimeException cause) {
        return new Problem(
                        NOT_STORABLE,
                        "The change was not written.",
                        sentence(String.valueOf(cause.getMessage())),
                        "Correct the value and send the request again.")
                .causedBy(cause);
    }

    /** One request failed in a way that no rule foresees. The server continues. */
    static Problem unexpected(Throwable cause) {
        return new Problem(
                        BROKEN,
                        "The change was not written.",
                        "It led to an unexpected state: " + sentence(cause.toString()),
                        "Report this with the server's log: it is a bug in Slipway.")
                .causedBy(cause);
    }

    static Problem basisBroken() {
        return new Problem(
                DROPPED,
                "The change was not written.",
                "An earlier change, on which it depends, could not be written.",
                "Send it again.");
    }

    static Problem busy() {
        return new Problem(
                BUSY,
                "The change was not accepted.",
                "More changes wait to be written than the server keeps in memory.",
                "Send it again in a few seconds.");
    }

    static Problem noReader(String name) {
        return new Problem(
                NO_READER,
                "There is no reader '" + name + "'.",
                "No reader of this name runs in this server, and none has a stored position.",
                "List the readers: slipway readers");
    }

    static Problem notFailingAt(String name, long event) {
        return new Problem(
                READER_NOT_FAILING,
                "Reader '" + name + "' does not fail at event " + event + ".",
                "Only the event at which a reader fails at present can be skipped.",
                "See where it is: slipway readers");
    }

    static Problem readerRequired(String name) {
        return new Problem(
                READER_REQUIRED,
                "Reader '" + name + "' cannot skip an event or be retired.",
                "Its result is wrong if an event is missing.",
                "Correct what makes it fail; slipway readers shows the reason.");
    }

    static Problem closed() {
        return new Problem(
                CLOSED,
                "The change was not written.",
                "The server is stopping.",
                "Send it again after the restart.");
    }

    static Problem outcomeUnknown() {
        return new Problem(
                UNKNOWN,
                "It is not known whether the change was written.",
                "The database stopped answering while it was being written.",
                "Send it again with the same key after the restart: it is done once, whichever it was.");
    }

    static Problem broken(Throwable cause) {
        return new Problem(
                        BROKEN,
                        "The server has stopped writing.",
                        "The journal reached an unexpected state: " + sentence(cause.toString()),
                        "Restart the server; report this with its log.")
                .causedBy(cause);
    }

    private static String sentence(String text) {
        String trimmed = text.strip();
        return trimmed.endsWith(".") ? trimmed : trimmed + ".";
    }
}
