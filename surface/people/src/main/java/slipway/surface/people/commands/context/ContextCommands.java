package slipway.surface.people.commands.context;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.CommandGroup;

/** {@code slipway context}. */
public final class ContextCommands {

    private ContextCommands() {}

    public static CommandLine line(CommandEnvironment environment) {
        return CommandGroup.of(
                "context",
                "Manage your servers and select the current one.",
                new ContextListCommand(environment),
                new ContextUseCommand(environment),
                new ContextTeamCommand(environment),
                new ContextAddCommand(environment),
                new ContextRemoveCommand(environment));
    }
}
