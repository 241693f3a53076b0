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

/** {@code slipway backup}: writes all data into one file while the server runs, or verifies such a file. */
@Command(
        name = "backup",
        description = "Write all data into one file while the server runs.",
        footer = {
            "",
            "slipway backup                        write slipway-DATE.backup here",
            "slipway backup --to /mnt/a.backup     write another file",
            "slipway backup --with-key             include the server key; the file then suffices for a restore",
            "slipway backup --verify a.backup      read the whole file and compare its hashes"
        })
final class BackupCommand extends ConfiguredCommand {

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'slipway-'uuuu-MM-dd'T'HHmmss'Z.backup'")
                    .withZone(ZoneOffset.UTC);

    @Option(
            names = "--to",
            paramLabel = "FILE",
            description = "File to write. Default: slipway-DATE.backup.")
    private Optional<Path> to = Optional.empty();

    @Option(
            names = "--verify",
            paramLabel = "FILE",
            description = "Verify this backup instead of writing one.")
    private Optional<Path> verify = Optional.empty();

    @Option(names = "--with-key", description = "Include the server key, which opens every secret.")
    private boolean withKey;

    BackupCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        if (verify.isPresent()) {
            Path file = environment().here().resolve(verify.get());
            verify(file);
        } else {
            write();
        }
    }

    private void verify(Path file) {
        try (ProgressLine progressLine = progress("Reading", "rows");
                VerifiedBackup backup = new Backup(progressLine).read(file)) {
            Optional<ServerKey> key =
                    backup.attached(ServerKey.FILE)
                            .map(content -> ServerKey.parse(content, "inside " + file));
            print(file + " is complete: " + contents(backup.manifest()) + ".");
            print(
                    key.map(ServerKey::fingerprint)
                            .map(print -> "The server key is included, fingerprint " + print + ".")
                            .orElse("The server key is not included."));
        }
    }

    private void write() {
        Config config = config();
        Instant now = environment().clock().instant();
        Path file = environment().here().resolve(to.orElse(Path.of(NAME.format(now))));
        try (Database db =
                        Database.openBeside(DataDirectory.database(config), DataDirectory.SCHEMAS);
                ProgressLine progressLine = progress("Backing up", "rows")) {
            Optional<ServerKey> key = withKey ? key(db, config) : Optional.empty();
            Backup plain = new Backup(progressLine);
            Backup backup =
                    key.map(it -> plain.attach(ServerKey.FILE, it.fileContent())).orElse(plain);
            Backup.Manifest manifest =
                    backup.take(db, DataDirectory.SCHEMAS, file, now, environment().version());
            print("Backed up " + contents(manifest) + " to " + file + ".");
            print(
                    "Store it on another disk. Restore it with: slipway restore "
                            + file.getFileName()
                            + " --data DIR");
            printKeyAdvice(key, file, config);
        }
    }

    /** Fails if the key does not belong to the database; otherwise only the restore would detect that. */
    private static Optional<ServerKey> key(Database db, Config config) {
        return ReadSnapshot.of(db, readSnapshot -> ServerKey.find(readSnapshot, config.data()));
    }

    private void printKeyAdvice(Optional<ServerKey> key, Path file, Config config) {
        if (key.isPresent()) {
            warn(
                    "the server key is in this backup. With "
                            + file
                            + " anyone can sign in as any user and open every secret.");
        } else {
            print(
                    "The server key is not included: keep a copy of "
                            + config.data().resolve(ServerKey.FILE)
                            + " elsewhere, or include it with --with-key.");
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
