package slipway.server.doctor;

import java.util.List;
import java.util.Optional;
import slipway.server.platform.LocalDisk;

/** That the disk is this machine's own, which SQLite needs. */
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
    public List<CheckResult> look(DoctorContext doctorContext) {
        Optional<String> type = LocalDisk.type(doctorContext.config().data());
        if (!doctorContext.onSqlite()) {
            return List.of();
        }
        LocalDisk.refuseShared(doctorContext.config().data());
        return List.of(ok("disk is this machine's own" + type.map(name -> ", " + name).orElse("")));
    }
}
