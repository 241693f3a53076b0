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
 * What a command uses of its process, passed in so that tests can replace it.
 *
 * @param version of this program
 * @param environment the environment variables
 * @param home the user's home directory
 * @param here the working directory
 * @param zone evaluated only when a time is printed: loading the time zones takes longer than many commands
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

    /** The time format of this machine's zone, as of now. */
    public TimeFormat times() {
        return Format.times(clock.instant(), zone.get());
    }
}
