package slipway.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.testkit.UnprivilegedProcess;

/** Slipway as a separate process, packaged or from the class path of the tests. */
public final class SlipwayProcess implements AutoCloseable {

    private static final Path LIB =
            Path.of(System.getProperty("slipway.checkout"), "target", "slipway", "lib");

    private final Process process;
    private final StringBuilder output = new StringBuilder();
    private final BufferedReader out;

    private SlipwayProcess(Process process) {
        this.process = process;
        this.out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static SlipwayProcess start(String... args) throws IOException {
        return new SlipwayProcess(
                new ProcessBuilder(command(LIB, args)).redirectErrorStream(true).start());
    }

    /** Starts the classes of the tests, with further environment variables. */
    public static SlipwayProcess startFromClassPath(Map<String, String> environment, String... args)
            throws IOException {
        var command = new ArrayList<>(java(System.getProperty("java.class.path")));
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new SlipwayProcess(builder.start());
    }

    /** Runs as an unprivileged user, with the jars copied to a readable folder. */
    static SlipwayProcess startUnprivileged(Path readable, String... args) throws IOException {
        Path lib = Files.createDirectory(readable.resolve("lib"));
        try (Stream<Path> jars = Files.list(LIB)) {
            for (Path jar : jars.toList()) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }
        var builder =
                UnprivilegedProcess.process(command(lib, args))
                        .directory(readable.toFile())
                        .redirectErrorStream(true);
        return new SlipwayProcess(builder.start());
    }

    /** The command line, for tests that wrap it. */
    static List<String> commandLine(String... args) throws IOException {
        return command(LIB, args);
    }

    private static List<String> command(Path lib, String... args) throws IOException {
        try (Stream<Path> jars = Files.list(lib)) {
            String classPath = jars.map(Path::toString).sorted().collect(Collectors.joining(":"));
            var command = new ArrayList<>(java(classPath));
            command.addAll(List.of(args));
            return command;
        }
    }

    private static List<String> java(String classPath) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                "slipway.server.Main");
    }

    /** Reads the output up to a line that begins so; fails with the output if the process ends before. */
    public String await(String beginning) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            output.append(line).append('\n');
            if (line.strip().startsWith(beginning)) {
                return line.strip();
            }
        }
        throw new AssertionError("It ended without '" + beginning + "':\n" + output);
    }

    /** Waits for the end and returns the whole output. */
    public String end() throws IOException, InterruptedException {
        out.lines().forEach(line -> output.append(line).append('\n'));
        process.waitFor();
        return output.toString();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** SIGTERM. */
    public void terminate() {
        process.toHandle().destroy(); // Process.destroy would also close its output
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
