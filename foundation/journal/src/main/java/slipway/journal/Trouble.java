package slipway.journal;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;

/** What can go wrong with the journal, in words. */
final class Trouble {

    static final Code DISK_FULL =
            new Code(
                    Kind.OUTSIDE,
                    "disk-full",
                    503,
                    "The disk that holds the data has no room left.");
    static final Code UNREACHABLE =
            new Code(
                    Kind.OUTSIDE,
                    "database-unreachable",
                    503,
                    "The database does not answer, or its disk fails.");
    static final Code UNKNOWN =
            new Code(
                    Kind.OUTSIDE,
                    "outcome-unknown",
                    503,
                    "The database stopped answering inside a write; it may have happened.");
    static final Code CORRUPT =
            Code.of(
                    Kind.OUTSIDE,
                    "database-corrupt",
                    "What is stored contradicts its own hashes or structure.");
    static final Code TERM_ENDED =
            Code.of(
                    Kind.CONFLICT,
                    "term-ended",
                    "Another server has taken over this data; this one may not write.");
    static final Code IN_USE =
            Code.of(Kind.CONFLICT, "data-in-use", "Another server works on the same data.");
    static final Code NEWER =
            Code.of(
                    Kind.CONFLICT,
                    "data-newer",
                    "The data was written by a newer version of Slipway.");
    static final Code NOT_WRITABLE =
            Code.of(Kind.OUTSIDE, "data-not-writable", "The data directory cannot be written.");
    static final Code BUSY =
            new Code(
                    Kind.NO_CAPACITY,
                    "too-busy",
                    503,
                    "More requests wait to be written than the server keeps.");
    static final Code KEY_REUSED =
            Code.of(
                    Kind.CONFLICT,
                    "key-reused",
                    "An idempotency key was sent again with another request.");
    static final Code DROPPED =
            new Code(
                    Kind.OUTSIDE,
                    "not-written",
                    503,
                    "A change was refused with others that were to be written with it.");
    static final Code CLOSED =
            new Code(Kind.OUTSIDE, "stopping", 503, "The server is stopping and takes no changes.");
    static final Code BROKEN =
            Code.of(Kind.BUG, "journal-broken", "The journal met a state it does not know.");
    static final Code BAD_BACKUP =
            Code.of(Kind.INVALID, "backup-unusable", "A backup is incomplete or was changed.");
    static final Code BACKUP_FAILED =
            Code.of(Kind.OUTSIDE, "backup-failed", "A backup could not be written.");
    static final Code NOT_EMPTY =
            Code.of(
                    Kind.CONFLICT,
                    "data-exists",
                    "A restore would overwrite data that is already there.");

    static final Code NO_DATA =
            Code.of(Kind.NOT_FOUND, "no-data", "The directory named holds no data of Slipway.");

    private static final String RESTORE =
            "Stop the server, keep the data directory for study, and restore the newest backup: slipway restore FILE";

    private Trouble() {}

    /** The words for a medium's refusal. */
    static Problem of(Medium.Refused refused) {
        String why = sentence(String.valueOf(refused.getMessage()));
        String lost = "Nothing was written.";
        Problem problem =
                switch (refused.reason()) {
                    case FULL ->
                            new Problem(
                                    DISK_FULL,
                                    lost,
                                    why,
                                    "Free some space; writing goes on by itself.");
                    case UNREACHABLE ->
                            new Problem(
                                    UNREACHABLE,
                                    lost,
                                    why,
                                    "Send it again; slipway doctor says how the disk is.");
                    case CORRUPT ->
                            new Problem(CORRUPT, "The server has stopped writing.", why, RESTORE);
                    case TERM_ENDED ->
                            new Problem(
                                    TERM_ENDED, lost, why, "Stop this server, or the other one.");
                    case CONTENT ->
                            new Problem(
                                    BROKEN, lost, why, "Report this: it is a mistake in Slipway.");
                };
        return problem.causedBy(refused);
    }

    static Problem corrupt(String what) {
        return new Problem(CORRUPT, what, "The stored bytes were changed or damaged.", RESTORE);
    }

    static Problem keyReused(String name) {
        return new Problem(
                KEY_REUSED,
                "The idempotency key '" + name + "' was already used for another request.",
                "A key stands for one request, so that sending it twice does the work once.",
                "Send the request with a new key.");
    }

    static Problem dropped() {
        return new Problem(
                DROPPED,
                "The change was not written.",
                "One before it, on which it was decided, could not be written.",
                "Send it again.");
    }

    static Problem busy() {
        return new Problem(
                BUSY,
                "The change was not taken.",
                "More changes wait to be written than the server keeps in memory.",
                "Send it again in a few seconds.");
    }

    static Problem closed() {
        return new Problem(
                CLOSED,
                "The change was not written.",
                "The server is stopping.",
                "Send it again after the restart.");
    }

    static Problem unknown() {
        return new Problem(
                UNKNOWN,
                "It is not known whether the change was written.",
                "The database stopped answering while it was being written.",
                "Send it again with the same key after the restart: it is done once, whichever it was.");
    }

    static Problem broken(RuntimeException cause) {
        return new Problem(
                        BROKEN,
                        "The server has stopped writing.",
                        "The journal met a state it does not know: "
                                + sentence(String.valueOf(cause.getMessage())),
                        "Restart the server; report this with its log.")
                .causedBy(cause);
    }

    static Problem inUse(String what, String holder) {
        return new Problem(
                IN_USE,
                "Another server is using " + what + ".",
                holder,
                "Stop it first, or start this one with another --data directory.");
    }

    static Problem notWritable(Path directory, Exception cause) {
        return new Problem(
                        NOT_WRITABLE,
                        "The data directory " + directory + " cannot be written.",
                        sentence(cause.toString()),
                        "Give this user the right to write there, or choose another place with --data DIR.")
                .causedBy(cause);
    }

    /** Words for whatever a database said when it was opened. */
    static RuntimeException opening(Dialect dialect, RuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Problem problem) {
                return problem;
            }
            if (cause instanceof Medium.Refused refused) {
                return of(refused);
            }
            if (cause instanceof SQLException sql) {
                return of(new Medium.Refused(dialect.cause(sql), sql));
            }
        }
        return e;
    }

    static Problem newer(String room, String there, String known) {
        return new Problem(
                NEWER,
                "The data is of a newer version of Slipway.",
                "Its " + room + " schema is " + there + "; this version knows up to " + known + ".",
                "Start the newer version again, or restore a backup that this version took.");
    }

    static Problem clockBehind(Instant journal, Instant wall) {
        return new Problem(
                BROKEN,
                "The machine's clock is behind the journal.",
                "The newest event is of " + journal + ", the clock shows " + wall + ".",
                "Set the clock right; until it has caught up, events continue the journal's own time.");
    }

    private static String sentence(String text) {
        String trimmed = text.strip();
        return trimmed.endsWith(".") ? trimmed : trimmed + ".";
    }
}
