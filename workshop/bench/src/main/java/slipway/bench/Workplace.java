package slipway.bench;

import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;

/**
 * Where a bench works: a folder of its own on the disk of the checkout, which is gone afterwards, and somebody to tell.
 *
 * @param house the root of the checkout
 */
record Workplace(boolean quick, Path house, Path folder, PrintStream talk)
        implements AutoCloseable {

    static final Code NOT_MEASURED =
            Code.of(Kind.OUTSIDE, "not-measured", "A benchmark could not be measured.");

    /** The folder is in {@code target/bench}: a temporary folder elsewhere may be memory, where fsync costs nothing. */
    static Workplace make(boolean quick, Path house, PrintStream talk) throws IOException {
        Path parent = Files.createDirectories(house.resolve("target/bench"));
        return new Workplace(quick, house, Files.createTempDirectory(parent, "work-"), talk);
    }

    @FormatMethod
    void say(String format, Object... values) {
        talk.println(text(format, values));
    }

    /** The same on every machine, whatever its language. */
    @FormatMethod
    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** A folder that is not there yet. */
    Path fresh(String name) throws IOException {
        Path path = folder.resolve(name);
        remove(path);
        return path;
    }

    /** What the disk under the folder is, as the system names it. */
    String disk() throws IOException {
        return Files.getFileStore(folder).type();
    }

    static Problem notMeasured(String what, String why, String next) {
        return new Problem(NOT_MEASURED, what, why, next);
    }

    static void remove(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (var files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void close() {
        try {
            remove(folder);
        } catch (IOException | UncheckedIOException e) {
            say("%s could not be removed: %s", folder, e);
        }
    }
}
