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
 * The server key of a database to restore. It is verified before anything is written, and it is written before the
 * database, so that an interrupted restore can simply be repeated.
 */
final class RestoredKey {

    static final ProblemCode NO_KEY =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-key-file",
                    "The file named as the server key cannot be read.");

    private final Path directory;
    private final Optional<String> expectedPrint;
    private final Optional<ServerKey> existing;
    private final Optional<ServerKey> provided;

    private RestoredKey(Path directory, Optional<String> expected, Optional<ServerKey> provided) {
        this.directory = directory;
        this.provided = provided;
        this.expectedPrint = expected.or(() -> provided.map(ServerKey::fingerprint));
        this.existing = expectedPrint.flatMap(print -> ServerKey.findExpected(directory, print));
    }

    /**
     * Finds the key and compares its fingerprint with the one that the backup expects.
     *
     * @param given the file of {@code --key}
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
                            "The system reports: " + e + ".",
                            "Name another file with --key FILE. Nothing was changed.")
                    .causedBy(e);
        }
    }

    private static ServerKey checked(byte[] content, String where, Optional<String> expected) {
        ServerKey key = ServerKey.parse(content, where);
        expected.ifPresent(print -> key.requireFingerprint(print, where));
        return key;
    }

    /** Writes the key into the data directory, and deletes it again if the restore fails. */
    void keepWhile(Runnable restoring) {
        boolean writes = existing.isEmpty() && provided.isPresent();
        provided.ifPresent(key -> key.writeTo(directory));
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

    /** Whether the next start will be refused until the key is copied into the data directory. */
    boolean missing() {
        return expectedPrint.isPresent() && existing.isEmpty() && provided.isEmpty();
    }

    /** Where the key is, for the user; empty if the backup expects none. */
    Optional<String> sentence() {
        if (missing()) {
            return expectedPrint.map(
                    print ->
                            "Before you start it, copy the server key with fingerprint "
                                    + print
                                    + " to "
                                    + file()
                                    + ". It is the file server.key in the data directory"
                                    + " of the backed-up server.");
        }
        return expectedPrint.map(
                print ->
                        (existing.isPresent()
                                        ? "The server key already exists: "
                                        : "The server key is in ")
                                + file()
                                + ", fingerprint "
                                + print
                                + ".");
    }
}
