package slipway.run.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Not under /tmp, which is the job's own in a sandbox and would hide everything anyway. */
public final class InTarget implements TempDirFactory {

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
            throws IOException {
        return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "real");
    }
}
