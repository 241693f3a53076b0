package slipway.server.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The folder that keeps the seals of the audit log besides, where one is set. */
final class SecondPlaceCheck implements DoctorCheck {

    @Override
    public String name() {
        return "second-place";
    }

    @Override
    public String title() {
        return "second place of the audit log";
    }

    @Override
    public List<CheckResult> look(DoctorContext doctorContext) {
        return doctorContext.config().secondPlace().map(this::there).stream().toList();
    }

    private CheckResult there(Path folder) {
        if (!Files.isDirectory(folder)) {
            return fail(
                    folder + " is no directory that this user can see",
                    "mount or make it, or set audit.second_place to another");
        }
        return Files.isWritable(folder)
                ? ok("second place of the audit log writable")
                : fail(
                        "this user may not write to " + folder,
                        "give this user the right to add files there");
    }
}
