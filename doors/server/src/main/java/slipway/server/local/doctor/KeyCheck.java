package slipway.server.local.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.guard.ServerKey;
import slipway.server.config.Config;

/** The server key: without it no token lets in and no secret can be read; whoever else has it can do both. */
final class KeyCheck implements Check {

    private static final Set<PosixFilePermission> OTHERS =
            PosixFilePermissions.fromString("---rwxrwx");

    @Override
    public String name() {
        return "key";
    }

    @Override
    public String title() {
        return "server key";
    }

    @Override
    public List<Finding> look(Site site) {
        Config config = site.config();
        Path file = config.data().resolve(ServerKey.FILE);
        Optional<ServerKey> key = ServerKey.read(config.data());
        if (key.isEmpty()) {
            return List.of(
                    written(site) ? missing(file) : ok("server key is made at the first start"));
        }
        return List.of(
                open(file)
                        .orElseGet(
                                () ->
                                        ok(
                                                "server key "
                                                        + key.get().fingerprint()
                                                        + ", its owner's alone")));
    }

    private static boolean written(Site site) {
        return site.database().flatMap(seen -> seen.newest()).isPresent();
    }

    private Finding missing(Path file) {
        return fail(
                file + " is gone; without it no token and no secret of this database works",
                "bring it back from a backup taken --with-key, or from where you keep it");
    }

    private Optional<Finding> open(Path file) {
        try {
            Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
            return OTHERS.stream().anyMatch(rights::contains)
                    ? Optional.of(
                            warn(
                                    "others on this machine may read "
                                            + file
                                            + " ("
                                            + PosixFilePermissions.toString(rights)
                                            + ")",
                                    "chmod 600 " + file))
                    : Optional.empty();
        } catch (IOException | UnsupportedOperationException none) {
            return Optional.empty(); // a disk without such rights
        }
    }
}
