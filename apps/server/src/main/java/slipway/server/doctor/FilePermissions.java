package slipway.server.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * Who may do what with a file.
 *
 * @param shown as {@code ls} writes it
 * @param owners whether nobody but its owner may do anything
 */
record FilePermissions(String shown, boolean owners) {

    private static final Set<PosixFilePermission> OTHERS =
            PosixFilePermissions.fromString("---rwxrwx");

    /** Empty when nobody can tell: it is not there, or the disk knows no such rights. */
    static Optional<FilePermissions> of(Path file) {
        try {
            Set<PosixFilePermission> all = Files.getPosixFilePermissions(file);
            boolean owners = OTHERS.stream().noneMatch(all::contains);
            return Optional.of(new FilePermissions(PosixFilePermissions.toString(all), owners));
        } catch (IOException | UnsupportedOperationException unknown) {
            return Optional.empty();
        }
    }
}
