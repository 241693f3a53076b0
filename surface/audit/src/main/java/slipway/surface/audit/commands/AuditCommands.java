package slipway.surface.audit.commands;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway audit} and its words that ask a server. */
public final class AuditCommands {

    private AuditCommands() {}

    public static CommandLine line(CommandEnvironment commandEnvironment) {
        return new CommandLine(new AuditCommand(commandEnvironment))
                .addSubcommand(new AuditLogCommand(commandEnvironment))
                .addSubcommand(new AuditSealsCommand(commandEnvironment))
                .addSubcommand(new AuditSealCommand(commandEnvironment))
                .addSubcommand(new AuditProveCommand(commandEnvironment));
    }
}
