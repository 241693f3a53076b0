package slipway.bench.kit;

import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/**
 * The environment of a bench: a temporary folder on the disk of the checkout, and its output.
 *
 * @param checkout the root of the checkout
 */
public record BenchContext(Size size, Path checkout, Path folder, PrintStream out)
        implements AutoCloseable {

    public static final ProblemCode NOT_MEASURED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE, "not-measured", "A benchmark could not be measured.");

    /** The folder is in {@code target/bench}: a temporary folder elsewhere may be memory, where fsync costs nothing. */
    public static BenchContext make(Size size, Path checkout, PrintStream talk) throws IOException {
        Path parent = Files.createDirectories(checkout.resolve("target/bench"));
        return new BenchContext(size, checkout, Files.createTempDirectory(parent, "work-"), talk);
    }

    /** The size of a measurement. */
    public enum Size {
        /** At most a minute; for trying a change. */
        QUICK,
        /** The size of the results page. */
        FULL,
        /** Without a time limit, where a bench has such a form. */
        LONG
    }

    public boolean quick() {
        return size == Size.QUICK;
    }

    /** One of three values, by size. */
    public int count(int quick, int full, int lengthy) {
        return switch (size) {
            case QUICK -> quick;
            case FULL -> full;
            case LONG -> lengthy;
        };
    }

    /** The load average of the last minute. */
    public static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    @FormatMethod
    public void say(String format, Object... values) {
        out.println(format(format, values));
    }

    /** Formats text the same in every locale. */
    @FormatMethod
    public static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** A new folder. */
    public Path fresh(String name) throws IOException {
        Path path = folder.resolve(name);
        remove(path);
        return path;
    }

    /** The file system of the folder, as the system names it. */
    public String disk() throws IOException {
        return Files.getFileStore(folder).type();
    }

    public static Problem notMeasured(String what, String why, String next) {
        return new Problem(NOT_MEASURED, what, why, next);
    }

    public static void remove(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (var files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Ends jobs that outlived their server and removes the folder. */
    @Override
    public void close() {
        LeftoverProcesses.end(folder);
        try {
            remove(folder);
        } catch (IOException | UncheckedIOException e) {
            say("%s could not be removed: %s", folder, e);
        }
    }
}
