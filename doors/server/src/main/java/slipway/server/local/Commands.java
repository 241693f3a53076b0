package slipway.server.local;

import picocli.CommandLine;
import slipway.cli.Cli;
import slipway.cli.command.Shell;

/** The commands of this machine. Each is made only when it is asked for: no other command loads what a server needs. */
public final class Commands {

    private Commands() {}

    public static Cli addTo(Cli cli, Shell shell, Program program) {
        return cli.with("up", () -> new UpCommand(shell, program).line())
                .with("backup", () -> new BackupCommand(shell).line())
                .with("restore", () -> new RestoreCommand(shell).line())
                .with("check", () -> new CheckCommand(shell).line())
                .with("doctor", () -> new DoctorCommand(shell).line())
                .within("audit", audit -> AuditCommand.addTo(audit, shell))
                .with("config", () -> ConfigCommand.line(shell))
                .with("train", () -> new CommandLine(new TrainCommand(shell)))
                .with("reference", () -> new CommandLine(new ReferenceCommand(shell)));
    }
}
