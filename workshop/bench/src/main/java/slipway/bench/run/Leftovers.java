package slipway.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Processes of this machine that belong to attempts under a directory, whoever started them and wherever they hide. */
final class Leftovers {

    private Leftovers() {}

    /** By their variables, which a job's children inherit whatever session they are in. */
    static List<Long> of(Path data) throws IOException {
        String mark = "SLIPWAY_DIRECTORY=" + data.toAbsolutePath();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .filter(path -> variables(path).contains(mark))
                    .map(path -> Long.valueOf(path.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    private static String variables(Path process) {
        try {
            return new String(
                    Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
        } catch (IOException goneOrForeign) {
            return "";
        }
    }
}
