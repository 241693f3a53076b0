package slipway.cli.learn;

import picocli.CommandLine;
import slipway.cli.command.Shell;

/** {@code slipway plan calibrate}. */
public final class CalibrateCommands {

    private CalibrateCommands() {}

    public static CommandLine line(Shell shell) {
        return new CommandLine(new CalibrateCommand(shell));
    }
}
