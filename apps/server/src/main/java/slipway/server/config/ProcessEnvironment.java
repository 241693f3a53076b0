package slipway.server.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * The environment of the process, passed in so that tests can choose it.
 *
 * @param environment its variables
 * @param home the user's folder, for {@code ~}
 * @param workingFolder the current folder
 */
public record ProcessEnvironment(Map<String, String> environment, Path home, Path workingFolder) {

    public ProcessEnvironment {
        environment = Map.copyOf(environment);
    }

    public static ProcessEnvironment ofThisProcess() {
        // HOME comes first, as in a shell: the JDK reads the password file, which differs in a
        // service or a container.
        String home = System.getenv().getOrDefault("HOME", System.getProperty("user.home", ""));
        Path workingFolder = Path.of("").toAbsolutePath();
        return new ProcessEnvironment(System.getenv(), workingFolder.resolve(home), workingFolder);
    }

    /** Resolves {@code ~} to the home folder, and a relative path against the folder. */
    Path resolve(Path written, Path folder) {
        boolean atHome = written.startsWith("~");
        Path resolved =
                atHome ? home.resolve(Path.of("~").relativize(written)) : folder.resolve(written);
        return resolved.normalize();
    }
}
