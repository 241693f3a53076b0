package slipway.server.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.server.platform.DiskSpace;
import slipway.server.platform.LocalDisk;

/** The data directory: it must be a writable directory, private to its owner, with free space. */
final class DataCheck implements DoctorCheck {

    private static final String FREE_SPACE =
            "free disk space, or move the data: slipway backup, then slipway restore with another --data DIR";

    @Override
    public String name() {
        return "data";
    }

    @Override
    public String title() {
        return "data directory";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        Path data = context.config().data();
        LocalDisk.refuseOther(data);
        DiskSpace space = DiskSpace.under(data);
        var findings = new ArrayList<CheckResult>();
        Optional<CheckResult> unwritable = unwritable(data);
        unwritable.ifPresentOrElse(findings::add, () -> findings.add(space(data, space)));
        accessible(data).ifPresent(findings::add);
        return findings;
    }

    private CheckResult space(Path data, DiskSpace space) {
        String left = Format.bytes(space.free()) + " free";
        if (space.almostFull()) {
            return fail("only " + left + " in " + data, FREE_SPACE);
        }
        if (space.low()) {
            return warn("only " + left + " in " + data, FREE_SPACE);
        }
        return ok(
                Files.isDirectory(data)
                        ? "data directory writable, " + left
                        : "data directory is created at the first start, " + left);
    }

    /** A failure if it cannot be written. Only writing detects a quota or a full disk. */
    private Optional<CheckResult> unwritable(Path data) {
        if (!Files.isDirectory(data)) {
            Path ancestor = existingAncestor(data);
            return Files.isWritable(ancestor)
                    ? Optional.empty()
                    : Optional.of(
                            fail(
                                    data
                                            + " cannot be created: this user may not write to "
                                            + ancestor,
                                    "grant this user the right, or choose another directory with --data DIR"));
        }
        try (WriteProbe writeProbe = WriteProbe.in(data)) {
            writeProbe.write();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(
                    fail(
                            data + " cannot be written: " + WriteProbe.reason(e),
                            "grant this user the right, free disk space, or choose another directory with --data DIR"));
        }
    }

    private static Path existingAncestor(Path data) {
        Path path = data.toAbsolutePath().normalize();
        while (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            path = path.resolve("..").normalize();
        }
        return path;
    }

    private Optional<CheckResult> accessible(Path data) {
        return FilePermissions.of(data)
                .filter(permissions -> !permissions.ownerOnly())
                .map(
                        permissions ->
                                warn(
                                        "other users of this machine may enter "
                                                + data
                                                + " ("
                                                + permissions.shown()
                                                + ")",
                                        "chmod 700 " + data));
    }
}
