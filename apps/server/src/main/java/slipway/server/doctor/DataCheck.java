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

/** The data directory: that it is one, that it can be written, that it is the owner's alone, and that there is room. */
final class DataCheck implements DoctorCheck {

    private static final String ROOM =
            "make room, or move the data: slipway backup, then slipway restore with another --data DIR";

    @Override
    public String name() {
        return "data";
    }

    @Override
    public String title() {
        return "data directory";
    }

    @Override
    public List<CheckResult> look(DoctorContext doctorContext) {
        Path data = doctorContext.config().data();
        LocalDisk.refuseOther(data);
        DiskSpace space = DiskSpace.under(data);
        var findings = new ArrayList<CheckResult>();
        Optional<CheckResult> closed = closed(data);
        closed.ifPresentOrElse(findings::add, () -> findings.add(room(data, space)));
        open(data).ifPresent(findings::add);
        return findings;
    }

    private CheckResult room(Path data, DiskSpace space) {
        String left = Format.bytes(space.free()) + " free";
        if (space.spent()) {
            return fail("only " + left + " in " + data, ROOM);
        }
        if (space.low()) {
            return warn("only " + left + " in " + data, ROOM);
        }
        return ok(
                Files.isDirectory(data)
                        ? "data directory writable, " + left
                        : "data directory is made at the first start, " + left);
    }

    /** Why it cannot be written, if it cannot. Asking is not enough: a quota or a full disk shows only in writing. */
    private Optional<CheckResult> closed(Path data) {
        if (!Files.isDirectory(data)) {
            Path above = above(data);
            return Files.isWritable(above)
                    ? Optional.empty()
                    : Optional.of(
                            fail(
                                    data + " cannot be made: this user may not write to " + above,
                                    "give this user the right, or choose another place with --data DIR"));
        }
        try (WriteProbe writeProbe = WriteProbe.in(data)) {
            writeProbe.write();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(
                    fail(
                            data + " cannot be written: " + WriteProbe.reason(e),
                            "give this user the right and the disk room, or choose another place with --data DIR"));
        }
    }

    private static Path above(Path data) {
        Path there = data.toAbsolutePath().normalize();
        while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            there = there.resolve("..").normalize();
        }
        return there;
    }

    private Optional<CheckResult> open(Path data) {
        return FilePermissions.of(data)
                .filter(filePermissions -> !filePermissions.owners())
                .map(
                        filePermissions ->
                                warn(
                                        "other users of this machine may enter "
                                                + data
                                                + " ("
                                                + filePermissions.shown()
                                                + ")",
                                        "chmod 700 " + data));
    }
}
