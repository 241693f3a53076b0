package slipway.cli.context;

import picocli.CommandLine;
import slipway.cli.command.Group;
import slipway.cli.command.Shell;

/** {@code slipway context}. */
public final class ContextCommands {

    private ContextCommands() {}

    public static CommandLine line(Shell commandEnvironment) {
        return Group.of(
                "context",
                "The servers you use, and which of them is asked.",
                new ContextListCommand(commandEnvironment),
                new ContextUseCommand(commandEnvironment),
                new ContextTeamCommand(commandEnvironment),
                new ContextAddCommand(commandEnvironment),
                new ContextRemoveCommand(commandEnvironment));
    }
}
