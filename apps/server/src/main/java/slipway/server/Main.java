package slipway.server;

import java.util.Locale;
import java.util.Objects;
import slipway.cli.Cli;
import slipway.server.commands.LocalCommands;
import slipway.server.commands.ServerProcess;
import slipway.surface.terminal.command.CommandEnvironment;

/** The entry point of the process. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(CommandEnvironment.ofThisProcess(version()), args));
    }

    /** Numbers look the same in every country: what is stored is read again, and texts are in English. */
    static int run(CommandEnvironment commandEnvironment, String... args) {
        Locale.setDefault(Locale.ROOT);
        var serverProcess =
                new ServerProcess(commandEnvironment.clock().instant(), Runtime.getRuntime()::halt);
        return LocalCommands.addTo(Cli.of(commandEnvironment), commandEnvironment, serverProcess)
                .run(args);
    }

    /** From the manifest of the jar; classes in a folder have none. */
    private static String version() {
        return Objects.requireNonNullElse(
                Main.class.getPackage().getImplementationVersion(), "(not packaged)");
    }
}
