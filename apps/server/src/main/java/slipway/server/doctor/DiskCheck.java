package slipway.server.doctor;

import java.util.List;
import java.util.Optional;
import slipway.server.platform.LocalDisk;

/** SQLite requires a local disk. */
final class DiskCheck implements DoctorCheck {

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public String title() {
        return "disk";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        Optional<String> type = LocalDisk.type(context.config().data());
        if (!context.onSqlite()) {
            return List.of();
        }
        LocalDisk.refuseShared(context.config().data());
        return List.of(ok("disk is local" + type.map(name -> ", " + name).orElse("")));
    }
}
