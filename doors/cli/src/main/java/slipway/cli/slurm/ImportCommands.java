package slipway.cli.slurm;

import picocli.CommandLine;
import slipway.cli.command.CommandEnvironment;
import slipway.cli.command.CommandGroup;

/** {@code slipway import}. */
public final class ImportCommands {

    private ImportCommands() {}

    public static CommandLine line(CommandEnvironment commandEnvironment) {
        return CommandGroup.of(
                "import",
                "Brings teams, quotas and history along from elsewhere.",
                new ImportSlurmCommand(commandEnvironment));
    }
}
