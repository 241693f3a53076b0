package slipway.server.doctor;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import slipway.base.Problem;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.DatabaseStatus;
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;

/** The input of checks: the effective configuration and the status of its database, which is read once. */
final class DoctorContext {

    private final Config config;
    private final String version;
    private final Instant now;
    private final Supplier<Optional<DatabaseStatus>> readDatabase;
    private Optional<DatabaseResult> databaseResult = Optional.empty();

    /** The result of reading the database: its status, nothing, or a problem. */
    private record DatabaseResult(Optional<DatabaseStatus> status, Optional<Problem> problem) {}

    DoctorContext(Config config, String version, Instant now) {
        this(
                config,
                version,
                now,
                () -> DatabaseStatus.at(DataDirectory.database(config), DataDirectory.SCHEMAS));
    }

    DoctorContext(
            Config config,
            String version,
            Instant now,
            Supplier<Optional<DatabaseStatus>> readDatabase) {
        this.config = config;
        this.version = version;
        this.now = now;
        this.readDatabase = readDatabase;
    }

    Config config() {
        return config;
    }

    /** The version of this program. */
    String version() {
        return version;
    }

    Instant now() {
        return now;
    }

    boolean onSqlite() {
        return DataDirectory.database(config) instanceof DatabaseAddress.Sqlite;
    }

    /** The database status; empty before the first start. Throws a problem if the database cannot be read. */
    Optional<DatabaseStatus> database() {
        DatabaseResult result = databaseResult.orElseGet(this::read);
        databaseResult = Optional.of(result);
        result.problem()
                .ifPresent(
                        problem -> {
                            throw problem;
                        });
        return result.status();
    }

    private DatabaseResult read() {
        try {
            return new DatabaseResult(readDatabase.get(), Optional.empty());
        } catch (Problem problem) {
            return new DatabaseResult(Optional.empty(), Optional.of(problem));
        }
    }
}
