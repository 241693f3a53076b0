package slipway.server.doctor;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import slipway.identity.ServerKey;
import slipway.server.config.Config;

/** The server key, which verifies tokens and decrypts secrets: it must exist and be private. */
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
    public List<CheckResult> run(DoctorContext context) {
        Config config = context.config();
        Path file = config.data().resolve(ServerKey.FILE);
        Optional<ServerKey> key = ServerKey.read(config.data());
        if (key.isEmpty()) {
            return List.of(
                    hasEvents(context)
                            ? missing(file)
                            : ok("server key is created at the first start"));
        }
        return List.of(
                readableByOthers(file)
                        .orElseGet(
                                () -> ok("server key " + key.get().fingerprint() + privacy(file))));
    }

    /** Empty if the file system has no POSIX permissions. */
    private static String privacy(Path file) {
        return FilePermissions.of(file).isPresent() ? ", private to its owner" : "";
    }

    private static boolean hasEvents(DoctorContext context) {
        return context.database().flatMap(status -> status.newest()).isPresent();
    }

    private CheckResult missing(Path file) {
        return fail(
                file + " is missing; without it no token and no secret of this database works",
                "restore it from your copy, or from a backup made with --with-key");
    }

    private Optional<CheckResult> readableByOthers(Path file) {
        return FilePermissions.of(file)
                .filter(permissions -> !permissions.ownerOnly())
                .map(
                        permissions ->
                                warn(
                                        "other users of this machine may read "
                                                + file
                                                + " ("
                                                + permissions.shown()
                                                + ")",
                                        "chmod 600 " + file));
    }
}
