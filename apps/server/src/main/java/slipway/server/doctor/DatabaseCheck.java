package slipway.server.doctor;

import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.DatabaseStatus;
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;

/** The database: that it answers, that this version knows it, and that its structure is sound. */
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
    public List<CheckResult> look(DoctorContext doctorContext) {
        Optional<DatabaseStatus> glance = doctorContext.database();
        if (glance.isEmpty()) {
            return List.of(ok("database is made at the first start"));
        }
        DatabaseStatus seen = glance.get();
        return switch (seen.structure()) {
            case DatabaseStatus.Structure.NotChecked() ->
                    List.of(ok(seen.product() + state(doctorContext.config(), seen)));
            case DatabaseStatus.Structure.Checked(var wrong) ->
                    List.of(
                            wrong.isEmpty()
                                    ? ok(seen.product() + ", structure sound" + older(seen))
                                    : damaged(wrong));
        };
    }

    private static String state(Config config, DatabaseStatus seen) {
        if (!(DataDirectory.database(config) instanceof DatabaseAddress.Sqlite place)) {
            return ", answers" + older(seen);
        }
        return DatabaseStatus.holder(place.directory())
                .map(_ -> ", in use by the running server")
                .orElse(", large: slipway check looks at all of it" + older(seen));
    }

    private static String older(DatabaseStatus seen) {
        return seen.outdated() ? "; the next start brings it up to date" : "";
    }

    private CheckResult damaged(List<String> wrong) {
        int more = wrong.size() - SHOWN;
        String first = String.join("; ", wrong.stream().limit(SHOWN).toList());
        return fail(
                "its structure is damaged: "
                        + first
                        + (more > 0 ? "; and " + Format.count(more) + " more" : ""),
                "keep the files, and restore the last backup into another directory: slipway restore FILE --data DIR");
    }
}
