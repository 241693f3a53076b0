package slipway.identity;

import java.nio.file.Path;
import slipway.base.Problem;

/** The problems of the server key. They stop a start or a restore. */
final class ServerKeyProblems {

    private static final String RESTORE_KEY =
            "Copy server.key from the data directory this database came from, or restore a backup that was taken with"
                    + " --with-key.";

    private ServerKeyProblems() {}

    static Problem missing(Path file, String expected) {
        return new Problem(
                IdentityProblemCodes.KEY_MISSING,
                "There is no server key at " + file + ".",
                "The database was written with the key "
                        + expected
                        + "; without it no token can be checked and no secret decrypted.",
                RESTORE_KEY);
    }

    static Problem wrong(String where, String found, String expected) {
        return new Problem(
                IdentityProblemCodes.KEY_WRONG,
                "The server key " + where + " does not belong to this database.",
                "It is " + found + "; the database was written with " + expected + ".",
                RESTORE_KEY);
    }

    static Problem damaged(String where, Exception cause) {
        return new Problem(
                        IdentityProblemCodes.KEY_DAMAGED,
                        "The server key " + where + " cannot be parsed.",
                        "The file is damaged or was edited: " + cause.getMessage() + ".",
                        RESTORE_KEY)
                .causedBy(cause);
    }

    static Problem otherKeyExists(Path file, String found, String wanted) {
        return new Problem(
                IdentityProblemCodes.KEY_WRONG,
                "There is already another server key at " + file + ".",
                "It is "
                        + found
                        + "; the key to write is "
                        + wanted
                        + ". A key is never overwritten.",
                "Choose another --data directory, or move that file away first.");
    }

    static Problem exposed(Path file, String permissions) {
        return new Problem(
                IdentityProblemCodes.KEY_EXPOSED,
                "The server key at " + file + " is open to others.",
                "Its permissions are " + permissions + "; with it anyone can forge every token.",
                "Close it: chmod 600 " + file);
    }

    static Problem unreadable(Path file, Exception cause) {
        return new Problem(
                        IdentityProblemCodes.KEY_FILE,
                        "The server key at " + file + " cannot be read.",
                        "The system reports: " + cause.getMessage() + ".",
                        "Check that it belongs to the user who runs Slipway, with permissions 600.")
                .causedBy(cause);
    }

    static Problem unwritable(Path file, Exception cause) {
        return new Problem(
                        IdentityProblemCodes.KEY_FILE,
                        "The server key at " + file + " cannot be written.",
                        "The system reports: " + cause.getMessage() + ".",
                        "Check that the data directory may be written and has space.")
                .causedBy(cause);
    }
}
