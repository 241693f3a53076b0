package slipway.cli.learn;

import picocli.CommandLine;
import slipway.cli.command.Shell;

/** {@code slipway plan calibrate}. */
public final class CalibrateCommands {

    private CalibrateCommands() {}

    public static CommandLine line(Shell commandEnvironment) {
        return new CommandLine(new CalibrateCommand(commandEnvironment));
    }
}
