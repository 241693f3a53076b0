package slipway.simulate.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Small files for the tests. */
public final class TestFiles {

    private TestFiles() {}

    public static Path file(Path folder, String name, String... lines) {
        return file(
                folder, name, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public static Path file(Path folder, String name, byte[] content) {
        try {
            return java.nio.file.Files.write(folder.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] gzipped(String... lines) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
