package slipway.server.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import slipway.audit.Audit;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.evidence.EvidenceStore;
import slipway.identity.AccessControl;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.run.Runner;
import slipway.server.config.Config;

/** What the commands on a data directory need to know of the rooms: their schemas, and where the database is. */
public final class DataDirectory {

    static final ProblemCode NO_PASSWORD =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-database-password",
                    "The file with the password cannot be read.");
    static final ProblemCode OTHER_FILE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "other-database-file",
                    "An SQLite database stands in the data directory and nowhere else.");

    /** In the order in which they are migrated. */
    public static final List<ModuleSchema> SCHEMAS =
            List.of(
                    ModuleSchema.JOURNAL,
                    AccessControl.SCHEMA,
                    Audit.SCHEMA,
                    Runner.SCHEMA,
                    EvidenceStore.SCHEMA);

    private DataDirectory() {}

    public static DatabaseAddress database(Config config) {
        LocalDisk.refuseOther(config.data());
        String url = config.databaseUrl();
        if (url.startsWith("jdbc:postgresql:")) {
            return new DatabaseAddress.Postgres(
                    url,
                    config.databaseUser().orElse("slipway"),
                    config.databasePasswordFile().map(DataDirectory::password).orElse(""),
                    config.databaseConnections());
        }
        var place = new DatabaseAddress.Sqlite(config.data());
        if (!url.equals("jdbc:sqlite:" + place.file())) {
            throw new Problem(
                    OTHER_FILE,
                    "database.url names another SQLite file.",
                    "SQLite is kept in the data directory, where its lock, its token and its backups are.",
                    "Leave database.url out and choose the directory with --data.");
        }
        return place;
    }

    private static String password(Path file) {
        try {
            return Files.readAllLines(file).stream().findFirst().orElse("");
        } catch (IOException e) {
            throw new Problem(
                            NO_PASSWORD,
                            "The database's password could not be read from " + file + ".",
                            e + ".",
                            "Let this user read it, or name another file as database.password_file.")
                    .causedBy(e);
        }
    }
}
