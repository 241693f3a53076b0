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
import slipway.notify.Webhooks;
import slipway.operation.Operations;
import slipway.run.Runner;
import slipway.server.config.Config;

/** The schemas of all modules, and the address of the configured database. */
public final class DataDirectory {

    static final ProblemCode NO_PASSWORD =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-database-password",
                    "The database password file cannot be read.");
    static final ProblemCode OTHER_FILE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "other-database-file",
                    "The SQLite database must be in the data directory.");

    /** In migration order. */
    public static final List<ModuleSchema> SCHEMAS =
            List.of(
                    ModuleSchema.JOURNAL,
                    AccessControl.SCHEMA,
                    Audit.SCHEMA,
                    Runner.SCHEMA,
                    EvidenceStore.SCHEMA,
                    Operations.SCHEMA,
                    Webhooks.SCHEMA);

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
        var address = new DatabaseAddress.Sqlite(config.data());
        if (!url.equals("jdbc:sqlite:" + address.file())) {
            throw new Problem(
                    OTHER_FILE,
                    "database.url names another SQLite file.",
                    "The SQLite database must be in the data directory, next to its lock and token.",
                    "Remove database.url and choose the directory with --data.");
        }
        return address;
    }

    private static String password(Path file) {
        try {
            return Files.readAllLines(file).stream().findFirst().orElse("");
        } catch (IOException e) {
            throw new Problem(
                            NO_PASSWORD,
                            "The database password could not be read from " + file + ".",
                            e + ".",
                            "Grant this user read access, or name another file in database.password_file.")
                    .causedBy(e);
        }
    }
}
