package slipway.cli.audit;

import picocli.CommandLine;
import slipway.cli.command.Shell;

/** {@code slipway audit} and its words that ask a server. */
public final class AuditCommands {

    private AuditCommands() {}

    public static CommandLine line(Shell commandEnvironment) {
        return new CommandLine(new AuditCommand(commandEnvironment))
                .addSubcommand(new AuditLogCommand(commandEnvironment))
                .addSubcommand(new AuditSealsCommand(commandEnvironment))
                .addSubcommand(new AuditSealCommand(commandEnvironment))
                .addSubcommand(new AuditProveCommand(commandEnvironment));
    }
}
