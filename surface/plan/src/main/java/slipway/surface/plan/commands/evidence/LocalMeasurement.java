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

/** Runs on this machine what a workload would run on a node. */
final class LocalMeasurement {

    private static final ProblemCode NOT_MEASURED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "not-measured",
                    "The program that measures this machine could not be run, or told nothing.");

    private final Terminal terminal;
    private final Path folder;

    /**
     * @param folder on the disk that is measured
     */
    LocalMeasurement(Terminal terminal, Path folder) {
        this.terminal = terminal;
        this.folder = folder;
    }

    String document(Duration hold) {
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new Problem(
                    NOT_MEASURED,
                    "Nothing can be written into %s.".formatted(folder),
                    "It is no folder, or is closed to you.",
                    "Name another with --dir.");
        }
        try {
            Path script = Files.createTempFile("slipway-measure-", ".sh");
            try {
                Files.writeString(script, AcceptanceTest.script(hold));
                return told(script);
            } finally {
                Files.deleteIfExists(script);
            }
        } catch (IOException e) {
            throw failed("The system said: %s.".formatted(e.getMessage())).causedBy(e);
        }
    }

    private String told(Path script) throws IOException {
        var builder = new ProcessBuilder("sh", script.toString()).redirectErrorStream(true);
        builder.environment().put("SLIPWAY_CHECKPOINT_DIR", folder.toString());
        builder.environment().keySet().removeAll(List.of("NNODES", "NODE_RANK"));
        Process process = builder.start();
        String found = "";
        String last = "";
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<String> document = AcceptanceTest.document(line);
                if (document.isPresent()) {
                    found = document.get();
                } else {
                    last = terminal.plain(line);
                    terminal.note(last);
                }
            }
        }
        if (found.isEmpty()) {
            throw nothing(process.onExit().join().exitValue(), last);
        }
        return found;
    }

    private static Problem nothing(int code, String last) {
        return code == AcceptanceTest.NO_PYTHON
                ? new Problem(
                        NOT_MEASURED,
                        "This machine was not measured.",
                        "There is no python3 on it, and the test is written in Python.",
                        "Install it, for example: apt install python3")
                : failed("It ended with exit code %d: %s".formatted(code, last));
    }

    private static Problem failed(String why) {
        return new Problem(
                NOT_MEASURED,
                "This machine was not measured.",
                why,
                "Try it for a short time, and look at what it prints: slipway plan measure --here --quick");
    }
}
