package slipway.server.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * The POSIX permissions of a file.
 *
 * @param shown in the form of {@code ls}
 * @param ownerOnly whether group and others have no permission
 */
record FilePermissions(String shown, boolean ownerOnly) {

    private static final Set<PosixFilePermission> OTHERS =
            PosixFilePermissions.fromString("---rwxrwx");

    /** Empty if the file does not exist or its file system has no POSIX permissions. */
    static Optional<FilePermissions> of(Path file) {
        try {
            Set<PosixFilePermission> all = Files.getPosixFilePermissions(file);
            boolean ownerOnly = OTHERS.stream().noneMatch(all::contains);
            return Optional.of(new FilePermissions(PosixFilePermissions.toString(all), ownerOnly));
        } catch (IOException | UnsupportedOperationException unknown) {
            return Optional.empty();
        }
    }
}
