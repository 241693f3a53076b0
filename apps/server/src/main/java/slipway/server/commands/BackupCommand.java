package slipway.server.commands;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.text.Format;
import slipway.identity.ServerKey;
import slipway.journal.sql.Backup;
import slipway.journal.sql.Database;
import slipway.journal.sql.ReadSnapshot;
import slipway.journal.sql.VerifiedBackup;
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;
import slipway.surface.terminal.ProgressLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway backup}: one file with everything, taken while the server goes on, or a look at such a file. */
@Command(
        name = "backup",
        description = "Writes everything the server keeps into one file, while it runs.",
        footer = {
            "",
            "slipway backup                        writes slipway-DATE.backup here",
            "slipway backup --to /mnt/a.backup     writes it there",
            "slipway backup --with-key             holds the server key too, so that nothing else is needed",
            "slipway backup --verify a.backup      reads it from end to end and compares its hashes"
        })
final class BackupCommand extends ConfiguredCommand {

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'slipway-'uuuu-MM-dd'T'HHmmss'Z.backup'")
                    .withZone(ZoneOffset.UTC);

    @Option(names = "--to", paramLabel = "FILE", description = "Where to write it.")
    private Optional<Path> to = Optional.empty();

    @Option(
            names = "--verify",
            paramLabel = "FILE",
            description = "Checks this backup instead of taking one.")
    private Optional<Path> verify = Optional.empty();

    @Option(
            names = "--with-key",
            description = "Puts the server key into it: whoever has the file can then do anything.")
    private boolean withKey;

    BackupCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        if (verify.isPresent()) {
            Path file = shell().here().resolve(verify.get());
            look(file);
        } else {
            take();
        }
    }

    private void look(Path file) {
        try (ProgressLine progressLine = progress("Reading", "rows");
                VerifiedBackup backup = new Backup(progressLine).read(file)) {
            Optional<ServerKey> key =
                    backup.attached(ServerKey.FILE)
                            .map(content -> ServerKey.parse(content, "inside " + file));
            say(file + " is whole: " + contents(backup.manifest()) + ".");
            say(
                    key.map(ServerKey::fingerprint)
                            .map(print -> "The server key is inside, fingerprint " + print + ".")
                            .orElse("The server key is not inside."));
        }
    }

    private void take() {
        Config config = config();
        Instant now = shell().clock().instant();
        Path file = shell().here().resolve(to.orElse(Path.of(NAME.format(now))));
        try (Database db =
                        Database.openBeside(DataDirectory.database(config), DataDirectory.SCHEMAS);
                ProgressLine progressLine = progress("Backing up", "rows")) {
            Optional<ServerKey> key = withKey ? key(db, config) : Optional.empty();
            Backup plain = new Backup(progressLine);
            Backup backup =
                    key.map(it -> plain.attach(ServerKey.FILE, it.fileContent())).orElse(plain);
            Backup.Manifest manifest =
                    backup.take(db, DataDirectory.SCHEMAS, file, now, shell().version());
            say("Backed up " + contents(manifest) + " to " + file + ".");
            say(
                    "Put it on another disk. Bring it back with: slipway restore "
                            + file.getFileName()
                            + " --data DIR");
            tell(key, file, config);
        }
    }

    /** A key that is not the database's would be found out only when it is needed. */
    private static Optional<ServerKey> key(Database db, Config config) {
        return ReadSnapshot.of(db, readSnapshot -> ServerKey.find(readSnapshot, config.data()));
    }

    private void tell(Optional<ServerKey> key, Path file, Config config) {
        if (key.isPresent()) {
            warn(
                    "the server key is in this backup. Whoever has "
                            + file
                            + " can sign in as anybody and open every secret.");
        } else {
            say(
                    "The server key is not in it: keep a copy of "
                            + config.data().resolve(ServerKey.FILE)
                            + " in another place, or take the backup with --with-key.");
        }
    }

    static String contents(Backup.Manifest manifest) {
        return Format.count(manifest.rows())
                + " rows of "
                + Format.count(manifest.parts().size(), "table")
                + ", up to event "
                + Format.count(manifest.seq());
    }
}
