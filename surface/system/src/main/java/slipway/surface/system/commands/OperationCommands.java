package slipway.surface.system.commands;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway operations} and its subcommands. */
public final class OperationCommands {

    private OperationCommands() {}

    public static CommandLine line(CommandEnvironment environment) {
        return new CommandLine(new OperationsCommand(environment))
                .addSubcommand(new OperationWatchCommand(environment))
                .addSubcommand(new OperationCancelCommand(environment));
    }
}
