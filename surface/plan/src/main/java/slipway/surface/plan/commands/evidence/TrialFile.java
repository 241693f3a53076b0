package slipway.surface.plan.commands.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.api.evidence.CalibrationRoutes.Trial;
import slipway.surface.api.json.JsonCodec;

/** A file of configurations with their measured steps. */
final class TrialFile {

    private static final ProblemCode UNREADABLE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "trial-unreadable",
                    "A file of configurations and steps cannot be read.");

    /** Some thousand configurations. */
    private static final long MAX_BYTES = 1 << 20;

    private TrialFile() {}

    static Trial read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw problem(file, "It is longer than 1 MB.");
            }
            return JsonCodec.of(Trial.class).read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw problem(file, e + ".").causedBy(e);
        }
    }

    private static Problem problem(Path file, String why) {
        return new Problem(
                UNREADABLE,
                "%s cannot be read.".formatted(file),
                why,
                "Its format is the request try-calibration in docs/reference/api.md.");
    }
}
