package slipway.journal.sql;

import java.nio.file.Path;
import java.sql.SQLException;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.journal.JournalStorage;

/** The refusals and failures of opening, backing up and restoring a database. */
final class DatabaseProblems {

    static final ProblemCode IN_USE =
            ProblemCode.of(
                    ProblemKind.CONFLICT, "data-in-use", "Another server works on the same data.");
    static final ProblemCode NEWER =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "data-newer",
                    "The data was written by a newer version of Slipway.");
    static final ProblemCode NOT_WRITABLE =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "data-not-writable",
                    "The data directory cannot be written.");
    static final ProblemCode BAD_BACKUP =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "backup-unusable",
                    "A backup is incomplete or was changed.");
    static final ProblemCode NO_BACKUP =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND, "no-such-backup", "There is no backup of this name.");
    static final ProblemCode BACKUP_FAILED =
            ProblemCode.of(ProblemKind.OUTSIDE, "backup-failed", "A backup could not be written.");
    static final ProblemCode NOT_EMPTY =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "data-exists",
                    "A restore would overwrite data that is already there.");
    static final ProblemCode NO_DATA =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-data",
                    "The directory named holds no data of Slipway.");

    private static final String TLS_ADVICE =
            "Slipway connects to a database on another machine by TLS with a verified name. Give the database a"
                    + " certificate that this machine trusts (sslrootcert=FILE in database.url names another"
                    + " authority), or choose otherwise in database.url: sslmode=require, sslmode=disable.";

    private DatabaseProblems() {}

    static Problem inUse(String what, String holder) {
        return new Problem(
                IN_USE,
                "Another server is using " + what + ".",
                holder,
                "Stop it first, or start this one with another --data directory.");
    }

    static Problem notWritable(Path directory, Exception cause) {
        String said = cause.toString();
        if (said.contains("No space left") || said.contains("uota exceeded")) {
            return new Problem(
                            NOT_WRITABLE,
                            "The server cannot start.",
                            "The disk under " + directory + " is full.",
                            "Free some space and start it again. Running jobs continue meanwhile.")
                    .causedBy(cause);
        }
        return new Problem(
                        NOT_WRITABLE,
                        "The data directory " + directory + " cannot be written.",
                        sentence(said),
                        "Give this user the right to write there, or choose another place with --data DIR.")
                .causedBy(cause);
    }

    /** The problem for a database that could not be opened. */
    static RuntimeException openFailed(Dialect dialect, RuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Problem problem) {
                return problem;
            }
            if (cause instanceof JournalStorage.Refused refused) {
                return cannotOpen(dialect, refused);
            }
            if (cause instanceof SQLException sql) {
                return cannotOpen(dialect, new JournalStorage.Refused(dialect.cause(sql), sql));
            }
        }
        return e;
    }

    static Problem newer(String module, String there, String known) {
        return new Problem(
                NEWER,
                "The data is of a newer version of Slipway.",
                "Its "
                        + module
                        + " schema is "
                        + there
                        + "; this version knows up to "
                        + known
                        + ".",
                "Start the newer version again, or restore a backup that this version took.");
    }

    private static Problem cannotOpen(Dialect dialect, JournalStorage.Refused refused) {
        Problem problem = refused.problem();
        String next =
                switch (refused.reason()) {
                    case FULL -> "Free some space and start again.";
                    case UNREACHABLE ->
                            isAboutTls(refused)
                                    ? TLS_ADVICE
                                    : "Check that database.url is right and that the database runs, then start again.";
                    case CORRUPT, CONTENT, TERM_ENDED -> problem.next();
                };
        String what = "The database " + dialect.describe() + " cannot be opened.";
        return new Problem(problem.code(), what, problem.why(), next).causedBy(refused);
    }

    private static boolean isAboutTls(JournalStorage.Refused refused) {
        String said = String.valueOf(refused.getMessage());
        return said.contains("SSL") || said.contains("certificate") || said.contains("hostname");
    }

    static Problem noData(String place) {
        return new Problem(
                NO_DATA,
                "There is no data in " + place + ".",
                "A data directory holds "
                        + DatabaseAddress.Sqlite.FILE
                        + ", which the first start fills.",
                "Name another directory with --data, or start a server there first.");
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }
}
