package slipway.server.commands;

import picocli.CommandLine;
import slipway.cli.Cli;
import slipway.surface.terminal.command.CommandEnvironment;

/** The commands that run on this machine, created on use, so that others do not load the server's classes. */
public final class LocalCommands {

    private LocalCommands() {}

    public static Cli addTo(
            Cli cli, CommandEnvironment commandEnvironment, ServerProcess serverProcess) {
        return cli.with("up", () -> new UpCommand(commandEnvironment, serverProcess).line())
                .with("backup", () -> new BackupCommand(commandEnvironment).line())
                .with("restore", () -> new RestoreCommand(commandEnvironment).line())
                .with("check", () -> new CheckCommand(commandEnvironment).line())
                .with("doctor", () -> new DoctorCommand(commandEnvironment).line())
                .within("audit", audit -> LocalAuditCommands.addTo(audit, commandEnvironment))
                .with("config", () -> ConfigCommand.line(commandEnvironment))
                .with("train", () -> new CommandLine(new AotServerCommand(commandEnvironment)))
                .with("reference", () -> new CommandLine(new ReferenceCommand(commandEnvironment)));
    }
}
