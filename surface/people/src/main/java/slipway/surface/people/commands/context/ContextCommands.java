package slipway.surface.people.commands.context;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.CommandGroup;

/** {@code slipway context}. */
public final class ContextCommands {

    private ContextCommands() {}

    public static CommandLine line(CommandEnvironment commandEnvironment) {
        return CommandGroup.of(
                "context",
                "The servers you use, and which of them is asked.",
                new ContextListCommand(commandEnvironment),
                new ContextUseCommand(commandEnvironment),
                new ContextTeamCommand(commandEnvironment),
                new ContextAddCommand(commandEnvironment),
                new ContextRemoveCommand(commandEnvironment));
    }
}
