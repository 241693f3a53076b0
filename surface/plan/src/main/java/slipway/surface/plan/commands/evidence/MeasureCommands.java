package slipway.surface.plan.commands.evidence;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan measure} and its words. */
public final class MeasureCommands {

    private MeasureCommands() {}

    public static CommandLine line(CommandEnvironment commandEnvironment) {
        return new CommandLine(new MeasureCommand(commandEnvironment))
                .addSubcommand(new MeasureListCommand(commandEnvironment))
                .addSubcommand(new MeasureShowCommand(commandEnvironment));
    }
}
