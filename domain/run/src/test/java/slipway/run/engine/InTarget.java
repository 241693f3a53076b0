package slipway.run.engine;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary folders in {@code target}: a sandbox hides those under /tmp. The names are short, because the paths of the
 * sockets in them have at most 107 bytes.
 */
public final class InTarget implements TempDirFactory {

    private static final AtomicInteger NEXT = new AtomicInteger();

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
            throws IOException {
        Path target = Path.of("target").toAbsolutePath();
        while (true) {
            String name = "r%d-%d".formatted(ProcessHandle.current().pid(), NEXT.getAndIncrement());
            try {
                return Files.createDirectory(target.resolve(name));
            } catch (FileAlreadyExistsException leftover) {
                // A killed run left it behind.
            }
        }
    }
}
