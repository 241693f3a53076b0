package slipway.surface.terminal.command;

import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import java.util.function.Supplier;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.terminal.Terminal;

/**
 * What a command has from the process around it, passed in so that tests can choose it.
 *
 * @param version of this program
 * @param environment the process's variables
 * @param home the user's folder
 * @param here the folder it was started in
 * @param zone asked for only when a time is said: to know every zone takes longer than many a command
 */
public record CommandEnvironment(
        String version,
        Terminal terminal,
        Map<String, String> environment,
        Path home,
        Path here,
        InstantSource clock,
        Supplier<ZoneId> zone) {

    public CommandEnvironment {
        environment = Map.copyOf(environment);
    }

    public static CommandEnvironment ofThisProcess(String version) {
        Map<String, String> environment = System.getenv();
        // HOME first, as the shell does: the JDK asks the password file, and the two differ in a
        // service or a container.
        String home = environment.getOrDefault("HOME", System.getProperty("user.home", ""));
        Path here = Path.of("").toAbsolutePath();
        return new CommandEnvironment(
                version,
                Terminal.ofThisProcess(environment),
                environment,
                here.resolve(home),
                here,
                InstantSource.system(),
                ZoneId::systemDefault);
    }

    public ServerContexts contexts() {
        return new ServerContexts(environment, home);
    }

    /** How instants read now, for the person at this terminal. */
    public TimeFormat times() {
        return Format.times(clock.instant(), zone.get());
    }
}
