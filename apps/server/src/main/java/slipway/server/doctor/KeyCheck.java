package slipway.server.doctor;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import slipway.identity.ServerKey;
import slipway.server.config.Config;

/** The server key: without it no token lets in and no secret can be read; whoever else has it can do both. */
final class KeyCheck implements DoctorCheck {

    @Override
    public String name() {
        return "key";
    }

    @Override
    public String title() {
        return "server key";
    }

    @Override
    public List<CheckResult> look(DoctorContext doctorContext) {
        Config config = doctorContext.config();
        Path file = config.data().resolve(ServerKey.FILE);
        Optional<ServerKey> key = ServerKey.read(config.data());
        if (key.isEmpty()) {
            return List.of(
                    written(doctorContext)
                            ? missing(file)
                            : ok("server key is made at the first start"));
        }
        return List.of(
                open(file)
                        .orElseGet(
                                () -> ok("server key " + key.get().fingerprint() + whose(file))));
    }

    /** Said only where it is known. */
    private static String whose(Path file) {
        return FilePermissions.of(file).isPresent() ? ", its owner's alone" : "";
    }

    private static boolean written(DoctorContext doctorContext) {
        return doctorContext.database().flatMap(seen -> seen.newest()).isPresent();
    }

    private CheckResult missing(Path file) {
        return fail(
                file + " is gone; without it no token and no secret of this database works",
                "bring it back from a backup taken --with-key, or from where you keep it");
    }

    private Optional<CheckResult> open(Path file) {
        return FilePermissions.of(file)
                .filter(filePermissions -> !filePermissions.owners())
                .map(
                        filePermissions ->
                                warn(
                                        "others on this machine may read "
                                                + file
                                                + " ("
                                                + filePermissions.shown()
                                                + ")",
                                        "chmod 600 " + file));
    }
}
