package slipway.surface.audit.commands;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway audit} and its subcommands that call a server. */
public final class AuditCommands {

    private AuditCommands() {}

    public static CommandLine line(CommandEnvironment environment) {
        return new CommandLine(new AuditCommand(environment))
                .addSubcommand(new AuditLogCommand(environment))
                .addSubcommand(new AuditSealsCommand(environment))
                .addSubcommand(new AuditSealCommand(environment))
                .addSubcommand(new AuditCheckCommand(environment))
                .addSubcommand(new AuditProveCommand(environment))
                .addSubcommand(new AuditReadsCommand(environment));
    }
}
