package slipway.server.doctor;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import slipway.base.Problem;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.DatabaseStatus;
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;

/** What checks look at: the configuration that holds, and the database it names, looked at once. */
final class DoctorContext {

    private final Config config;
    private final String version;
    private final Instant now;
    private final Supplier<Optional<DatabaseStatus>> look;
    private Optional<Seen> seen = Optional.empty();

    /** What came of looking at the database: a picture, nothing, or a problem. */
    private record Seen(Optional<DatabaseStatus> glance, Optional<Problem> problem) {}

    DoctorContext(Config config, String version, Instant now) {
        this(
                config,
                version,
                now,
                () -> DatabaseStatus.at(DataDirectory.database(config), DataDirectory.SCHEMAS));
    }

    DoctorContext(
            Config config, String version, Instant now, Supplier<Optional<DatabaseStatus>> look) {
        this.config = config;
        this.version = version;
        this.now = now;
        this.look = look;
    }

    Config config() {
        return config;
    }

    /** Of this program. */
    String version() {
        return version;
    }

    Instant now() {
        return now;
    }

    boolean onSqlite() {
        return DataDirectory.database(config) instanceof DatabaseAddress.Sqlite;
    }

    /** The database; empty before the first start. Throws when it cannot be looked at. */
    Optional<DatabaseStatus> database() {
        Seen once = seen.orElseGet(this::looked);
        seen = Optional.of(once);
        once.problem()
                .ifPresent(
                        problem -> {
                            throw problem;
                        });
        return once.glance();
    }

    private Seen looked() {
        try {
            return new Seen(look.get(), Optional.empty());
        } catch (Problem problem) {
            return new Seen(Optional.empty(), Optional.of(problem));
        }
    }
}
