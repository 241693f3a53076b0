package slipway.server.local;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.journal.sql.Backup;
import slipway.server.config.Config;
import slipway.server.config.Surroundings;
import slipway.server.platform.Rooms;

/** {@code slipway restore}: fills an empty data directory, or an empty PostgreSQL schema, from a backup. */
@Command(
        name = "restore",
        description = "Fills an empty data directory or PostgreSQL schema from a backup.",
        footer = {
            "",
            "slipway restore a.backup --data ~/.slipway-2                     into a new data directory",
            "slipway restore a.backup --database-url jdbc:postgresql://db/s   moves a team to PostgreSQL",
            "Nothing is ever overwritten: a place that holds data already is refused."
        })
final class RestoreCommand extends ConfiguredCommand {

    private final Program program;

    @Parameters(paramLabel = "FILE", description = "The backup.")
    private Path file = Path.of("");

    RestoreCommand(Surroundings surroundings, Program program) {
        super(surroundings);
        this.program = program;
    }

    @Override
    public void run() {
        Config config = config();
        Path from = surroundings().here().resolve(file);
        try (Progress progress = progress("Restoring")) {
            Backup.Manifest manifest =
                    new Backup(progress)
                            .restore(
                                    from,
                                    Rooms.database(config),
                                    Rooms.SCHEMAS,
                                    program.clock().instant());
            say(
                    "Restored "
                            + BackupCommand.contents(manifest)
                            + ", as of "
                            + manifest.takenAt()
                            + ". Every fact matches its hash.");
        }
        say("Start it with: slipway up --data " + forShell(config.data()));
    }

    /** A word that a shell takes as one, to be copied from the screen. */
    static String forShell(Path path) {
        String text = path.toString();
        return text.matches("[A-Za-z0-9_./+@:,=-]+")
                ? text
                : "'" + text.replace("'", "'\\''") + "'";
    }
}
