package slipway.server.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * What the process was started in, passed in so that tests can choose it.
 *
 * @param environment its variables
 * @param home the user's folder, for {@code ~}
 * @param here the folder it was started in
 */
public record ProcessEnvironment(Map<String, String> environment, Path home, Path here) {

    public ProcessEnvironment {
        environment = Map.copyOf(environment);
    }

    public static ProcessEnvironment ofThisProcess() {
        // HOME first, as the shell does: the JDK asks the password file, and the two differ in a
        // service or a container.
        String home = System.getenv().getOrDefault("HOME", System.getProperty("user.home", ""));
        Path here = Path.of("").toAbsolutePath();
        return new ProcessEnvironment(System.getenv(), here.resolve(home), here);
    }

    /** The path a person meant: {@code ~} is home, a relative one begins in the folder. */
    Path resolve(Path written, Path folder) {
        boolean atHome = written.startsWith("~");
        Path meant =
                atHome ? home.resolve(Path.of("~").relativize(written)) : folder.resolve(written);
        return meant.normalize();
    }
}
