package slipway.surface.plan.commands.evidence;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.surface.terminal.Terminal;

/** Runs the acceptance test on this machine, without a workload. */
final class LocalMeasurement {

    private static final ProblemCode NOT_MEASURED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "not-measured",
                    "The test program could not run on this machine, or printed no result.");

    private final Terminal terminal;
    private final Path folder;

    /**
     * @param folder on the disk to measure
     */
    LocalMeasurement(Terminal terminal, Path folder) {
        this.terminal = terminal;
        this.folder = folder;
    }

    String document(Duration hold) {
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new Problem(
                    NOT_MEASURED,
                    "Cannot write to %s.".formatted(folder),
                    "It is not a folder, or you have no permission.",
                    "Name another with --dir.");
        }
        try {
            Path script = Files.createTempFile("slipway-measure-", ".sh");
            try {
                Files.writeString(script, AcceptanceTest.script(hold));
                return run(script);
            } finally {
                Files.deleteIfExists(script);
            }
        } catch (IOException e) {
            throw failed("The system reported: %s.".formatted(e.getMessage())).causedBy(e);
        }
    }

    private String run(Path script) throws IOException {
        var builder = new ProcessBuilder("sh", script.toString()).redirectErrorStream(true);
        builder.environment().put("SLIPWAY_CHECKPOINT_DIR", folder.toString());
        builder.environment().keySet().removeAll(List.of("NNODES", "NODE_RANK"));
        Process process = builder.start();
        String result = "";
        String last = "";
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<String> document = AcceptanceTest.document(line);
                if (document.isPresent()) {
                    result = document.get();
                } else {
                    last = terminal.plain(line);
                    terminal.note(last);
                }
            }
        }
        if (result.isEmpty()) {
            throw withoutResult(process.onExit().join().exitValue(), last);
        }
        return result;
    }

    private static Problem withoutResult(int exitCode, String last) {
        return exitCode == AcceptanceTest.NO_PYTHON
                ? new Problem(
                        NOT_MEASURED,
                        "This machine was not measured.",
                        "There is no python3 on it, and the test is written in Python.",
                        "Install it, for example: apt install python3")
                : failed("It ended with exit code %d: %s".formatted(exitCode, last));
    }

    private static Problem failed(String why) {
        return new Problem(
                NOT_MEASURED,
                "This machine was not measured.",
                why,
                "Run a short test and read its output: slipway plan measure --here --quick");
    }
}
