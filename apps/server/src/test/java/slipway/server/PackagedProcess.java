package slipway.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.testkit.UnprivilegedProcess;

/** The packaged product as a separate process. */
final class PackagedProcess implements AutoCloseable {

    private static final Path LIB =
            Path.of(System.getProperty("slipway.checkout"), "target", "slipway", "lib");

    private final Process process;
    private final StringBuilder output = new StringBuilder();
    private final BufferedReader out;

    private PackagedProcess(Process process) {
        this.process = process;
        this.out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static PackagedProcess start(String... words) throws IOException {
        return new PackagedProcess(
                new ProcessBuilder(command(LIB, words)).redirectErrorStream(true).start());
    }

    /** Runs as an unprivileged user, with the jars copied to a readable folder. */
    static PackagedProcess startUnprivileged(Path readable, String... words) throws IOException {
        Path lib = Files.createDirectory(readable.resolve("lib"));
        try (Stream<Path> jars = Files.list(LIB)) {
            for (Path jar : jars.toList()) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }
        var builder =
                UnprivilegedProcess.process(command(lib, words))
                        .directory(readable.toFile())
                        .redirectErrorStream(true);
        return new PackagedProcess(builder.start());
    }

    /** The command line, for tests that wrap it. */
    static List<String> commandLine(String... words) throws IOException {
        return command(LIB, words);
    }

    private static List<String> command(Path lib, String... words) throws IOException {
        try (Stream<Path> jars = Files.list(lib)) {
            String classPath = jars.map(Path::toString).sorted().collect(Collectors.joining(":"));
            var command =
                    new ArrayList<>(
                            List.of(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString()));
            command.addAll(
                    List.of(
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "--enable-native-access=ALL-UNNAMED"));
            command.addAll(List.of("-cp", classPath, "slipway.server.Main"));
            command.addAll(List.of(words));
            return command;
        }
    }

    /** Reads the output up to a line that begins so; fails with the output if the process ends before. */
    String await(String beginning) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            output.append(line).append('\n');
            if (line.strip().startsWith(beginning)) {
                return line.strip();
            }
        }
        throw new AssertionError("It ended without '" + beginning + "':\n" + output);
    }

    /** Waits for the end and returns the whole output. */
    String end() throws IOException, InterruptedException {
        out.lines().forEach(line -> output.append(line).append('\n'));
        process.waitFor();
        return output.toString();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** SIGTERM. */
    void terminate() {
        process.toHandle().destroy(); // Process.destroy would also close its output
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
