package slipway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Expected output for people, kept in {@code src/test/resources/golden} of their module, so that a review shows a
 * change of wording. With {@code slipway.golden=write} the files are written instead of compared.
 */
public final class Golden {

    private final Path folder;
    private final boolean write;

    Golden(Path folder, boolean write) {
        this.folder = folder;
        this.write = write;
    }

    /**
     * Fails unless the text is exactly that of the golden file.
     *
     * @param name of the file, such as {@code help/run.txt}
     */
    public static void matches(String name, String actual) {
        // Surefire says where the module is; an IDE that does not starts in it.
        var module = Path.of(System.getProperty("basedir", ""));
        boolean write = "write".equals(System.getProperty("slipway.golden"));
        new Golden(module.resolve("src/test/resources/golden"), write).compare(name, actual);
    }

    void compare(String name, String actual) {
        Path file = folder.resolve(name);
        try {
            if (write) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, actual);
            } else if (!Files.exists(file)) {
                throw new AssertionError(
                        "There is no golden file %s yet.%n%s".formatted(file, advice(actual)));
            } else if (!Files.readString(file).equals(actual)) {
                throw new AssertionError(difference(file, Files.readString(file), actual));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String difference(Path file, String golden, String actual) {
        var expected = golden.split("\n", -1);
        var found = actual.split("\n", -1);
        int line = 0;
        while (line < expected.length
                && line < found.length
                && expected[line].equals(found[line])) {
            line++;
        }
        return "%s differs from line %d on.%n  golden  %s%n  now     %s%n%s"
                .formatted(
                        file,
                        line + 1,
                        lineOf(expected, line),
                        lineOf(found, line),
                        advice(actual));
    }

    private static String lineOf(String[] lines, int line) {
        return line < lines.length ? Text.shown(lines[line]) : "(the text has ended)";
    }

    private static String advice(String actual) {
        return """
        If the new text is right, write it: JAVA_TOOL_OPTIONS=-Dslipway.golden=write ./slipway test --only %s
        The new text is:
        %s"""
                .formatted(RunningTest.find(), actual);
    }
}
