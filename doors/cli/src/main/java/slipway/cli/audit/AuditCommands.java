package slipway.cli.audit;

import picocli.CommandLine;
import slipway.cli.command.Shell;

/** {@code slipway audit} and its words that ask a server. */
public final class AuditCommands {

    private AuditCommands() {}

    public static CommandLine line(Shell shell) {
        return new CommandLine(new AuditCommand(shell))
                .addSubcommand(new AuditLogCommand(shell))
                .addSubcommand(new AuditSealsCommand(shell))
                .addSubcommand(new AuditSealCommand(shell))
                .addSubcommand(new AuditProveCommand(shell));
    }
}
