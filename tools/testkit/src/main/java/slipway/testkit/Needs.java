package slipway.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * Components that a test needs. On a developer's machine without one the test is skipped with a message. With {@code
 * CI=true} a test that cannot run fails.
 */
public final class Needs {

    private Needs() {}

    /** Requires a command on the PATH; names the package that contains it. */
    public static void command(String command, String installedBy) {
        that(found(command).isPresent(), command, "install the package " + installedBy);
    }

    /** The file of a command on the PATH. */
    public static Optional<Path> found(String command) {
        return found(command, System.getenv());
    }

    public static void file(Path file, String how) {
        that(Files.exists(file), file.toString(), how);
    }

    /**
     * Anything else.
     *
     * @param what the thing that is missing, as a noun
     * @param how one clause that says how to get it
     */
    public static void that(boolean present, String what, String how) {
        check(present, what + "; to run this test, " + how, System.getenv());
    }

    static void check(boolean present, String missing, Map<String, String> environment) {
        if (present) {
            return;
        }
        if ("true".equals(environment.get("CI"))) {
            throw new AssertionError("MISSING, and CI=true skips nothing: " + missing);
        }
        String message = "SKIPPED (missing): " + missing;
        System.err.println(message); // reports do not keep the message of a test that is aborted
        Assumptions.abort(message);
    }

    static Optional<Path> found(String command, Map<String, String> environment) {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, command))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
