package slipway.cli.slurm;

import picocli.CommandLine;
import slipway.cli.command.Group;
import slipway.cli.command.Shell;

/** {@code slipway import}. */
public final class ImportCommands {

    private ImportCommands() {}

    public static CommandLine line(Shell commandEnvironment) {
        return Group.of(
                "import",
                "Brings teams, quotas and history along from elsewhere.",
                new ImportSlurmCommand(commandEnvironment));
    }
}
