package slipway.cli.learn;

import picocli.CommandLine;
import slipway.cli.command.CommandEnvironment;

/** {@code slipway plan calibrate}. */
public final class CalibrateCommands {

    private CalibrateCommands() {}

    public static CommandLine line(CommandEnvironment commandEnvironment) {
        return new CommandLine(new CalibrateCommand(commandEnvironment));
    }
}
