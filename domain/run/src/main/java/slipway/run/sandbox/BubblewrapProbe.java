package slipway.run.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import slipway.base.text.ShellQuote;

/** Looks for bubblewrap on this machine and tries it once. */
public final class BubblewrapProbe {

    private static final int PATIENCE_SECONDS = 10;
    private static final int MOST_SAID = 4_096;

    private BubblewrapProbe() {}

    /** bubblewrap where it is installed and, tried once, works. */
    public static Optional<SandboxPolicy> here(List<Path> hidden, List<Path> writable) {
        return seek(searched(), hidden, writable).sandbox();
    }

    static String searched() {
        return System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    }

    /**
     * What came of looking for one.
     *
     * @param why there is none, and what to do about it; empty where there is one
     */
    record Sought(Optional<SandboxPolicy> sandbox, Optional<IsolationLevel.Lack> why) {

        static Sought lacking(String why, String next) {
            return new Sought(Optional.empty(), Optional.of(new IsolationLevel.Lack(why, next)));
        }
    }

    /** Where bubblewrap is installed. */
    public static Optional<Path> program() {
        return program(searched(), "bwrap");
    }

    /** The first program of this name on a search path; folders that depend on where somebody stands do not count. */
    public static Optional<Path> program(String path, String name) {
        return Stream.of(path.split(":", -1))
                .map(folder -> Path.of(folder, name))
                .filter(Path::isAbsolute)
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Sought seek(String path, List<Path> hidden, List<Path> writable) {
        return program(path, "bwrap")
                .map(found -> tried(found, hidden, writable))
                .orElseGet(
                        () ->
                                Sought.lacking(
                                        "bubblewrap is not installed",
                                        "install it, on Debian: apt install bubblewrap"));
    }

    private static Sought tried(Path program, List<Path> hidden, List<Path> writable) {
        var sandboxPolicy = new SandboxPolicy(ShellQuote.of(program.toString()), hidden, writable);
        return trouble(sandboxPolicy)
                .map(
                        said ->
                                Sought.lacking(
                                        "%s does not work here: %s".formatted(program, said),
                                        IsolationLevel.ALLOW + ", or run the server as root"))
                .orElseGet(() -> new Sought(Optional.of(sandboxPolicy), Optional.empty()));
    }

    /** What goes wrong with an attempt's directory that has nothing in it. */
    private static Optional<String> trouble(SandboxPolicy sandboxPolicy) {
        try {
            Path directory = Files.createTempDirectory("slipway-sandbox");
            Path temporary = Files.createDirectory(directory.resolve("tmp"));
            var nothing =
                    SandboxPolicy.Inside.nothing(directory, ShellQuote.of(temporary.toString()));
            Optional<String> trouble =
                    trouble(
                            List.of(
                                    "/bin/sh",
                                    "-c",
                                    sandboxPolicy.script(nothing),
                                    "sandbox",
                                    "/bin/true"));
            removed(directory);
            return trouble;
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    /** With the empty directories that bubblewrap made to mount something on. */
    private static void removed(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static Optional<String> trouble(List<String> command) throws IOException {
        // Where the server stands may be in a folder of which a job has one of its own, as /tmp is.
        Process process =
                new ProcessBuilder(command)
                        .directory(new File("/"))
                        .redirectErrorStream(true)
                        .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return Optional.of("it does not come to an end");
            }
            return process.exitValue() == 0 ? Optional.empty() : Optional.of(said(process));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("it was not waited for");
        } finally {
            process.destroyForcibly();
        }
    }

    /** The last line is the one that says why. */
    private static String said(Process process) throws IOException {
        byte[] output = process.getInputStream().readNBytes(MOST_SAID);
        return new String(output, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((_, last) -> last)
                .orElse("it ended with exit code " + process.exitValue());
    }
}
