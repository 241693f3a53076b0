package slipway.surface.terminal.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command with subcommands: {@code slipway team}. Without a subcommand, it reports the available ones. */
@Command(synopsisSubcommandLabel = "COMMAND")
public final class CommandGroup implements Runnable {

    @Spec private CommandSpec spec = CommandSpec.create();

    private CommandGroup() {}

    /**
     * @param commands objects with a {@link Command} annotation, or command lines
     */
    public static CommandLine of(String name, String description, Object... commands) {
        var line = new CommandLine(new CommandGroup()).setCommandName(name);
        line.getCommandSpec().usageMessage().description(description);
        for (Object command : commands) {
            line.addSubcommand(command);
        }
        return line;
    }

    @Override
    public void run() {
        UsageProblems.missing(spec);
    }
}
