package slipway.surface.terminal.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A word that needs a second one: {@code slipway team}. Without it, the words there are are told. */
@Command(synopsisSubcommandLabel = "COMMAND")
public final class CommandGroup implements Runnable {

    @Spec private CommandSpec spec = CommandSpec.create();

    private CommandGroup() {}

    /**
     * @param commands objects with their own {@link Command}, or lines that are made already
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
