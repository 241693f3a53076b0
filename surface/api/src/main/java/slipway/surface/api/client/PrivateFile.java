package slipway.surface.api.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** A small file that only its owner may read. */
final class PrivateFile {

    static final ProblemCode OPEN_TO_OTHERS =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "open-to-others",
                    "A file with a token can be read by other users.");
    static final ProblemCode IO_FAILED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "context-not-kept",
                    "A context's file cannot be read or written.");

    private static final int MAX_BYTES = 64 * 1024;
    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(
                    PosixFilePermission.OWNER_READ,
                    PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE);

    private PrivateFile() {}

    /** Its beginning; empty if the file does not exist. */
    static Optional<byte[]> read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(in.readNBytes(MAX_BYTES));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Refuses a file that others may read or write: its content is not secret. */
    static void check(Path file) {
        try {
            Set<PosixFilePermission> given = Files.getPosixFilePermissions(file);
            if (!OWNERS.containsAll(given)) {
                throw new Problem(
                        OPEN_TO_OTHERS,
                        "Other users of this machine can access " + file + ".",
                        "It contains a token, and its permissions are %s."
                                .formatted(PosixFilePermissions.toString(given)),
                        "Restrict it with chmod 600, revoke its token, and create a new one.");
            }
        } catch (UnsupportedOperationException noPosix) {
            return; // the file system has no POSIX permissions
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Writes it atomically: to a new file that is forced to disk and then replaces the old one. */
    static void write(Path file, String text) {
        Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent(), only("rwx------"));
            Files.deleteIfExists(fresh);
            try (var out =
                    FileChannel.open(
                            fresh,
                            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            only("rw-------"))) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                out.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw notWritten(file, e);
        }
    }

    private static FileAttribute<?> only(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    static Problem unreadable(Path file, IOException e) {
        return ioProblem("Cannot read " + file + ".", e);
    }

    static Problem notWritten(Path file, IOException e) {
        return ioProblem("Cannot write " + file + ".", e);
    }

    private static Problem ioProblem(String what, IOException e) {
        return new Problem(
                        IO_FAILED,
                        what,
                        "The system says: " + e + ".",
                        "Correct that, and try again.")
                .causedBy(e);
    }
}
