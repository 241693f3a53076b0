package slipway.server;

import java.util.Objects;
import slipway.cli.Cli;
import slipway.server.commands.LocalCommands;
import slipway.server.commands.ServerProcess;
import slipway.surface.terminal.command.CommandEnvironment;

/** Where the process begins. */
public final class Main {

    private Main() {}

    public static void main(String[] words) {
        System.exit(run(CommandEnvironment.ofThisProcess(version()), words));
    }

    static int run(CommandEnvironment commandEnvironment, String... words) {
        var serverProcess =
                new ServerProcess(commandEnvironment.clock().instant(), Runtime.getRuntime()::halt);
        return LocalCommands.addTo(Cli.of(commandEnvironment), commandEnvironment, serverProcess)
                .run(words);
    }

    /** The build writes it into the jar's manifest; classes that run from a folder have none. */
    private static String version() {
        return Objects.requireNonNullElse(
                Main.class.getPackage().getImplementationVersion(), "(not packaged)");
    }
}
