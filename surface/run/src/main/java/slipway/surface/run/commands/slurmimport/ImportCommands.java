package slipway.surface.run.commands.slurmimport;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.CommandGroup;

/** {@code slipway import}. */
public final class ImportCommands {

    private ImportCommands() {}

    public static CommandLine line(CommandEnvironment commandEnvironment) {
        return CommandGroup.of(
                "import",
                "Import teams, quotas and job history from another system.",
                new ImportSlurmCommand(commandEnvironment));
    }
}
