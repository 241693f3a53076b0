package slipway.surface.plan.commands.evidence;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan calibrate}. */
public final class CalibrateCommands {

    private CalibrateCommands() {}

    public static CommandLine line(CommandEnvironment commandEnvironment) {
        return new CommandLine(new CalibrateCommand(commandEnvironment));
    }
}
