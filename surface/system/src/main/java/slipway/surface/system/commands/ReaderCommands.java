package slipway.surface.system.commands;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway readers} and its subcommands. */
public final class ReaderCommands {

    private ReaderCommands() {}

    public static CommandLine line(CommandEnvironment environment) {
        return new CommandLine(new ReadersCommand(environment))
                .addSubcommand(new ReaderSkipCommand(environment))
                .addSubcommand(new ReaderRetireCommand(environment));
    }
}
