package slipway.cli.learn;

import picocli.CommandLine;
import slipway.cli.command.Shell;

/** {@code slipway plan measure} and its words. */
public final class MeasureCommands {

    private MeasureCommands() {}

    public static CommandLine line(Shell shell) {
        return new CommandLine(new MeasureCommand(shell))
                .addSubcommand(new MeasureListCommand(shell))
                .addSubcommand(new MeasureShowCommand(shell));
    }
}
