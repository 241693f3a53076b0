package slipway.server.commands;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.text.ShellQuote;
import slipway.journal.sql.Backup;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.VerifiedBackup;
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;
import slipway.surface.terminal.ProgressLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway restore}: fills an empty data directory, or an empty PostgreSQL schema, from a backup. */
@Command(
        name = "restore",
        description = "Restore a backup into an empty directory or schema.",
        footer = {
            "",
            "slipway restore a.backup --data ~/.slipway-2                     into a new data directory",
            "slipway restore a.backup --database-url jdbc:postgresql://db/s   moves a team to PostgreSQL",
            "slipway restore a.backup --data DIR --key server.key             with the separately stored key",
            "Nothing is overwritten: a directory or schema that holds data is refused."
        })
final class RestoreCommand extends ConfiguredCommand {

    @Parameters(paramLabel = "FILE", description = "Backup to restore.")
    private Path file = Path.of("");

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "Server key, if the backup does not include it.")
    private Optional<Path> key = Optional.empty();

    RestoreCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        Config config = config();
        Path from = resolved(file);
        DatabaseAddress database = DataDirectory.database(config);
        try (ProgressLine progressLine = progress("Restoring", "rows");
                VerifiedBackup backup = new Backup(progressLine).read(from)) {
            backup.requireKnownSchemas(DataDirectory.SCHEMAS);
            var restored = RestoredKey.choose(backup, key.map(this::resolved), config.data());
            Instant now = environment().clock().instant();
            restored.keepWhile(() -> backup.restore(database, DataDirectory.SCHEMAS, now));
            print(backup.manifest(), restored);
        }
        print("Start it with: slipway up --data " + ShellQuote.of(config.data()));
    }

    private Path resolved(Path path) {
        return environment().here().resolve(path);
    }

    private void print(Backup.Manifest manifest, RestoredKey restored) {
        print(
                "Restored "
                        + BackupCommand.contents(manifest)
                        + ", as of "
                        + manifest.takenAt()
                        + ". Every fact matches its hash.");
        restored.sentence().ifPresent(this::print);
    }
}
