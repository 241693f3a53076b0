package slipway.cli.context;

import picocli.CommandLine;
import slipway.cli.command.Group;
import slipway.cli.command.Shell;

/** {@code slipway context}. */
public final class ContextCommands {

    private ContextCommands() {}

    public static CommandLine line(Shell shell) {
        return Group.of(
                "context",
                "The servers you use, and which of them is asked.",
                new ContextListCommand(shell),
                new ContextUseCommand(shell),
                new ContextTeamCommand(shell),
                new ContextAddCommand(shell),
                new ContextRemoveCommand(shell));
    }
}
