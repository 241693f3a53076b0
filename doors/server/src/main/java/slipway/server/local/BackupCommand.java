package slipway.server.local;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.Say;
import slipway.journal.sql.Backup;
import slipway.journal.sql.Db;
import slipway.server.config.Config;
import slipway.server.config.Surroundings;
import slipway.server.platform.Rooms;

/** {@code slipway backup}: one file with everything, taken while the server goes on, or a look at such a file. */
@Command(
        name = "backup",
        description = "Writes everything the server keeps into one file, while it runs.",
        footer = {
            "",
            "slipway backup                        writes slipway-DATE.backup here",
            "slipway backup --to /mnt/a.backup     writes it there",
            "slipway backup --verify a.backup      reads it from end to end and compares its hashes"
        })
final class BackupCommand extends ConfiguredCommand {

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'slipway-'uuuu-MM-dd'T'HHmmss'Z.backup'")
                    .withZone(ZoneOffset.UTC);

    private final Program program;

    @Option(names = "--to", paramLabel = "FILE", description = "Where to write it.")
    private Optional<Path> to = Optional.empty();

    @Option(
            names = "--verify",
            paramLabel = "FILE",
            description = "Checks this backup instead of taking one.")
    private Optional<Path> verify = Optional.empty();

    BackupCommand(Surroundings surroundings, Program program) {
        super(surroundings);
        this.program = program;
    }

    @Override
    public void run() {
        if (verify.isPresent()) {
            Path file = surroundings().here().resolve(verify.get());
            try (Progress progress = progress("Reading")) {
                say(file + " is whole: " + contents(new Backup(progress).verify(file)) + ".");
            }
        } else {
            take();
        }
    }

    private void take() {
        Config config = config();
        Instant now = program.clock().instant();
        Path file = surroundings().here().resolve(to.orElse(Path.of(NAME.format(now))));
        try (Db db = Db.beside(Rooms.database(config), Rooms.SCHEMAS);
                Progress progress = progress("Backing up")) {
            Backup.Manifest manifest =
                    new Backup(progress).take(db, Rooms.SCHEMAS, file, now, program.version());
            say("Backed up " + contents(manifest) + " to " + file + ".");
            say(
                    "Put it on another disk. Bring it back with: slipway restore "
                            + file.getFileName()
                            + " --data DIR");
        }
    }

    static String contents(Backup.Manifest manifest) {
        return Say.count(manifest.rows())
                + " rows of "
                + Say.count(manifest.parts().size(), "table")
                + ", up to event "
                + Say.count(manifest.seq());
    }
}
