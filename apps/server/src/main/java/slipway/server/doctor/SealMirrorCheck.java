package slipway.server.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The folder to which the seals of the audit log are mirrored, if it is configured. */
final class SealMirrorCheck implements DoctorCheck {

    @Override
    public String name() {
        return "second-place";
    }

    @Override
    public String title() {
        return "seal mirror of the audit log";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        return context.config().sealMirror().map(this::check).stream().toList();
    }

    private CheckResult check(Path folder) {
        if (!Files.isDirectory(folder)) {
            return fail(
                    folder + " is no directory visible to this user",
                    "mount or create it, or change audit.second_place");
        }
        return Files.isWritable(folder)
                ? ok("seal mirror of the audit log writable")
                : fail(
                        "this user may not write to " + folder,
                        "grant this user the right to add files there");
    }
}
