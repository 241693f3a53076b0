package slipway.server.commands;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.identity.ServerKey;
import slipway.journal.sql.VerifiedBackup;

/**
 * The server key of a database that is about to be restored. It is known to be the right one before anything is
 * written, and it is written before the database is filled: whatever is interrupted in between can simply be done
 * again.
 */
final class RestoredKey {

    static final ProblemCode NO_KEY =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-key-file",
                    "The file that was named as the server key cannot be read.");

    private final Path directory;
    private final Optional<String> wanted;
    private final Optional<ServerKey> there;
    private final Optional<ServerKey> brought;

    private RestoredKey(Path directory, Optional<String> expected, Optional<ServerKey> brought) {
        this.directory = directory;
        this.brought = brought;
        this.wanted = expected.or(() -> brought.map(ServerKey::fingerprint));
        this.there = wanted.flatMap(print -> ServerKey.findExpected(directory, print));
    }

    /**
     * Finds the key and compares it with what the database in the backup was written with.
     *
     * @param given a file that was named for it
     * @param directory where the next start looks for it
     */
    static RestoredKey choose(VerifiedBackup backup, Optional<Path> given, Path directory) {
        Optional<String> expected = ServerKey.expectedFingerprint(backup);
        Optional<ServerKey> named = given.map(file -> checked(read(file), "at " + file, expected));
        Optional<ServerKey> inside =
                backup.attached(ServerKey.FILE)
                        .map(content -> checked(content, "inside the backup", expected));
        return new RestoredKey(directory, expected, named.or(() -> inside));
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new Problem(
                            NO_KEY,
                            "The server key at " + file + " cannot be read.",
                            "The system says: " + e + ".",
                            "Name another file with --key FILE; nothing was changed.")
                    .causedBy(e);
        }
    }

    private static ServerKey checked(byte[] content, String where, Optional<String> expected) {
        ServerKey key = ServerKey.parse(content, where);
        expected.ifPresent(print -> key.requireFingerprint(print, where));
        return key;
    }

    /** Puts it where the next start looks for it, and takes it away again when what comes after fails. */
    void keepWhile(Runnable restoring) {
        boolean writes = there.isEmpty() && brought.isPresent();
        brought.ifPresent(key -> key.writeTo(directory));
        try {
            restoring.run();
        } catch (RuntimeException e) {
            if (writes) {
                remove(e);
            }
            throw e;
        }
    }

    private void remove(RuntimeException why) {
        try {
            Files.deleteIfExists(file());
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    private Path file() {
        return directory.resolve(ServerKey.FILE);
    }

    /** Whether the next start will be refused until somebody brings the key. */
    boolean missing() {
        return wanted.isPresent() && there.isEmpty() && brought.isEmpty();
    }

    /** What became of it, in a sentence; nothing where no server ever made one. */
    Optional<String> sentence() {
        if (missing()) {
            return wanted.map(
                    print ->
                            "Before you start it, put the server key with fingerprint "
                                    + print
                                    + " to "
                                    + file()
                                    + ": it is the file server.key of the data directory"
                                    + " that the backup was taken from.");
        }
        return wanted.map(
                print ->
                        (there.isPresent()
                                        ? "The server key was there already: "
                                        : "The server key is in ")
                                + file()
                                + ", fingerprint "
                                + print
                                + ".");
    }
}
