package slipway.surface.web.http;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/**
 * The token of this machine's user. It is created at every start and stored in the data directory, readable by that
 * user only, who can read the database as well.
 */
public final class LocalToken {

    public static final String FILE = "local.token";
    public static final String ADDRESS = "local.url";

    /** The server's TLS certificate, which clients on this machine pin. */
    public static final String CERTIFICATE = "local.pem";

    static final ProblemCode NOT_WRITTEN =
            ProblemCode.of(
                    ProblemKind.OUTSIDE, "token-not-kept", "The local token could not be written.");

    private static final String NEW = ".new";

    private final Path directory;

    private LocalToken(Path directory) {
        this.directory = directory;
    }

    /** Writes the token of this start to the directory. */
    public static LocalToken write(Path directory, String token) {
        var local = new LocalToken(directory);
        local.write(FILE, token);
        return local;
    }

    /**
     * Writes the server's address and certificate beside the token, so that commands on this machine need no
     * configuration.
     */
    public void writeAddress(String url, Optional<String> certificate) {
        certificate.ifPresent(pem -> write(CERTIFICATE, pem.strip()));
        write(ADDRESS, url);
    }

    private void write(String name, String line) {
        try {
            write(directory, name, line);
        } catch (IOException e) {
            remove(directory.resolve(name + NEW));
            throw notWritten(directory, e);
        }
    }

    static Problem notWritten(Path directory, IOException e) {
        String what = "The local token could not be written to " + directory + ".";
        String message = String.valueOf(e.getMessage());
        if (e instanceof AccessDeniedException) {
            return notWritten(
                    what,
                    "This user has no write permission.",
                    "Grant this user write permission",
                    e);
        }
        if (message.contains("No space left") || message.contains("uota exceeded")) {
            return notWritten(what, "The disk is full.", "Free some disk space and start again", e);
        }
        return notWritten(what, "The system says: " + message + ".", "Correct that", e);
    }

    private static Problem notWritten(String what, String why, String next, IOException e) {
        return new Problem(
                        NOT_WRITTEN,
                        what,
                        why,
                        next + ", or choose another directory with --data DIR.")
                .causedBy(e);
    }

    private static void write(Path directory, String name, String line) throws IOException {
        if (!Files.isDirectory(directory)) {
            // With PostgreSQL the directory may not exist yet.
            Files.createDirectories(
                    directory,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
        Path fresh = directory.resolve(name + NEW);
        Files.deleteIfExists(fresh);
        Files.createFile(
                fresh,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, line + "\n");
        Files.move(fresh, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes the files when the server stops, because the token is invalid then. */
    public void delete() {
        remove(directory.resolve(FILE));
        remove(directory.resolve(ADDRESS));
        remove(directory.resolve(CERTIFICATE));
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LoggerFactory.getLogger(LocalToken.class)
                    .warn("{} could not be removed: {}", file, e.getMessage());
        }
    }
}
