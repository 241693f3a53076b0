package slipway.server.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.slf4j.LoggerFactory;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;

/**
 * The token that lets this machine's user in. It is new at every start and lies in the data directory, readable by that
 * user alone; whoever can read it could read the database as well.
 */
public final class LocalToken {

    public static final String FILE = "local.token";
    static final Code NOT_KEPT =
            Code.of(Kind.OUTSIDE, "token-not-kept", "The local token could not be written.");

    private static final String NEW = FILE + ".new";
    private static final String PREFIX = "slw_loc_";

    private final byte[] token;
    private final Path file;

    private LocalToken(String token, Path file) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.file = file;
    }

    /** Makes a new one and keeps it in the directory. */
    public static LocalToken make(Path directory, SecureRandom random) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        String token = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        try {
            keep(directory, token);
        } catch (IOException e) {
            remove(directory.resolve(NEW));
            throw notKept(directory, e);
        }
        return new LocalToken(token, directory.resolve(FILE));
    }

    static Problem notKept(Path directory, IOException e) {
        String what = "The local token could not be written to " + directory + ".";
        String said = String.valueOf(e.getMessage());
        if (e instanceof AccessDeniedException) {
            return notKept(
                    what,
                    "This user may not write there.",
                    "Give this user the right to write there",
                    e);
        }
        if (said.contains("No space left") || said.contains("uota exceeded")) {
            return notKept(what, "The disk is full.", "Make room on the disk, and start again", e);
        }
        return notKept(what, "The system says: " + said + ".", "Correct that", e);
    }

    private static Problem notKept(String what, String why, String next, IOException e) {
        return new Problem(NOT_KEPT, what, why, next + ", or choose another place with --data DIR.")
                .causedBy(e);
    }

    private static void keep(Path directory, String token) throws IOException {
        if (!Files.isDirectory(directory)) {
            // With PostgreSQL nobody else has made it.
            Files.createDirectories(
                    directory,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
        Path fresh = directory.resolve(NEW);
        Files.deleteIfExists(fresh);
        Files.createFile(
                fresh,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, token + "\n");
        Files.move(fresh, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /** After the server it lets nobody in; a file that lies around only makes people wonder. */
    public void forget() {
        remove(file);
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LoggerFactory.getLogger(LocalToken.class)
                    .warn("{} could not be removed: {}", file, e.getMessage());
        }
    }

    /** In constant time: how long it takes says nothing about how much was right. */
    boolean is(String given) {
        return MessageDigest.isEqual(token, given.getBytes(StandardCharsets.UTF_8));
    }
}
