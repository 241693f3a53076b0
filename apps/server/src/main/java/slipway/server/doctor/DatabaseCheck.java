package slipway.server.doctor;

import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.DatabaseStatus;
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;

/** The database: it must answer, have a known schema version and a sound structure. */
final class DatabaseCheck implements DoctorCheck {

    private static final int SHOWN = 3;

    @Override
    public String name() {
        return "database";
    }

    @Override
    public String title() {
        return "database";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        Optional<DatabaseStatus> status = context.database();
        if (status.isEmpty()) {
            return List.of(ok("database is created at the first start"));
        }
        DatabaseStatus database = status.get();
        return switch (database.structure()) {
            case DatabaseStatus.Structure.NotChecked() ->
                    List.of(ok(database.product() + state(context.config(), database)));
            case DatabaseStatus.Structure.Checked(var damage) ->
                    List.of(
                            damage.isEmpty()
                                    ? ok(database.product() + ", structure sound" + older(database))
                                    : damaged(damage));
        };
    }

    private static String state(Config config, DatabaseStatus database) {
        return switch (DataDirectory.database(config)) {
            case DatabaseAddress.Postgres place ->
                    ", answers; " + place.protection() + older(database);
            case DatabaseAddress.Sqlite place ->
                    DatabaseStatus.holder(place.directory())
                            .map(_ -> ", in use by the running server")
                            .orElse(", large; slipway check verifies all of it" + older(database));
        };
    }

    private static String older(DatabaseStatus database) {
        return database.outdated() ? "; the next start migrates it" : "";
    }

    private CheckResult damaged(List<String> damage) {
        int hidden = damage.size() - SHOWN;
        String first = String.join("; ", damage.stream().limit(SHOWN).toList());
        return fail(
                "its structure is damaged: "
                        + first
                        + (hidden > 0 ? "; and " + Format.count(hidden) + " more" : ""),
                "keep the files, and restore the last backup into another directory: slipway restore FILE --data DIR");
    }
}
