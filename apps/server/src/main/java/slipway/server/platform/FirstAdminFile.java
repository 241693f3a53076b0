package slipway.server.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.identity.AccessControl;

/**
 * The file with the token of the first administrator, for a server that is started without a terminal: its output goes
 * to a log. The file is removed when the token was used or has expired.
 */
final class FirstAdminFile {

    private static final Logger LOG = LoggerFactory.getLogger(FirstAdminFile.class);
    private static final String NAME = "first-admin.token";

    private final Path file;

    FirstAdminFile(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /** Writes the token, readable by the user of this process only. */
    Path write(String token) {
        Path fresh = file.resolveSibling(NAME + ".new");
        try {
            Files.deleteIfExists(fresh);
            Files.createFile(
                    fresh,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            Files.writeString(fresh, token + "\n");
            return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the file as soon as its token is not valid any more. */
    void removeWhenUsed(AccessControl accessControl, InstantSource clock) {
        try {
            if (Files.exists(file)) {
                String token = Files.readString(file).strip();
                var _ =
                        accessControl.watch(
                                accessControl.authenticate(token, clock.instant()),
                                _ -> true,
                                this::remove);
            }
        } catch (Problem invalid) {
            remove();
        } catch (IOException e) {
            LOG.warn("{} cannot be read: {}", file, e.getMessage());
        }
    }

    private void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} cannot be removed: {}", file, e.getMessage());
        }
    }
}
