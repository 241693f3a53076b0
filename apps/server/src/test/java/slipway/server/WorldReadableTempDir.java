package slipway.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** A temporary directory that every user can enter; the checkout may be in a private one. */
final class WorldReadableTempDir implements TempDirFactory {

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
            throws IOException {
        Path shared = Path.of("/var/tmp");
        Path made = Files.createTempDirectory(shared, "slipway-test");
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
