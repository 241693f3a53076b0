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

/** Finds bubblewrap on this machine and makes one trial run. */
public final class BubblewrapProbe {

    private static final int TIMEOUT_SECONDS = 10;
    private static final int MAX_OUTPUT_BYTES = 4_096;

    private BubblewrapProbe() {}

    /** The policy with the installed bubblewrap, if its trial run succeeds. */
    public static Optional<SandboxPolicy> detect(List<Path> hidden) {
        return probe(searchPath(), hidden).sandbox();
    }

    static String searchPath() {
        return System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    }

    /**
     * The result of the search.
     *
     * @param lack why no sandbox works and what to do about it; empty if one works
     */
    record Result(Optional<SandboxPolicy> sandbox, Optional<IsolationLevel.Lack> lack) {

        static Result lacking(String why, String next) {
            return new Result(Optional.empty(), Optional.of(new IsolationLevel.Lack(why, next)));
        }
    }

    /** The path of bubblewrap. */
    public static Optional<Path> program() {
        return program(searchPath(), "bwrap");
    }

    /** The first program of this name on a search path; relative folders are ignored. */
    public static Optional<Path> program(String path, String name) {
        return Stream.of(path.split(":", -1))
                .map(folder -> Path.of(folder, name))
                .filter(Path::isAbsolute)
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Result probe(String path, List<Path> hidden) {
        return program(path, "bwrap")
                .map(found -> trial(found, hidden))
                .orElseGet(
                        () ->
                                Result.lacking(
                                        "bubblewrap is not installed",
                                        "install it, on Debian: apt install bubblewrap"));
    }

    private static Result trial(Path program, List<Path> hidden) {
        var sandboxPolicy = new SandboxPolicy(ShellQuote.of(program.toString()), hidden);
        return failure(sandboxPolicy)
                .map(
                        reason ->
                                Result.lacking(
                                        "%s does not work here: %s".formatted(program, reason),
                                        IsolationLevel.ALLOW + ", or run the server as root"))
                .orElseGet(() -> new Result(Optional.of(sandboxPolicy), Optional.empty()));
    }

    /** The error of a trial run with an empty attempt directory. */
    private static Optional<String> failure(SandboxPolicy sandboxPolicy) {
        try {
            Path directory = Files.createTempDirectory("slipway-sandbox");
            Path temporary = Files.createDirectory(directory.resolve("tmp"));
            var nothing =
                    SandboxPolicy.JobAccess.minimal(directory, ShellQuote.of(temporary.toString()));
            Optional<String> failure =
                    failure(
                            List.of(
                                    "/bin/sh",
                                    "-c",
                                    sandboxPolicy.script(nothing),
                                    "sandbox",
                                    "/bin/true"));
            deleteTree(directory);
            return failure;
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    /** Includes the empty directories that bubblewrap created as mount points. */
    private static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static Optional<String> failure(List<String> command) throws IOException {
        // The server's working directory may be in a folder that the sandbox replaces, such as
        // /tmp.
        Process process =
                new ProcessBuilder(command)
                        .directory(new File("/"))
                        .redirectErrorStream(true)
                        .start();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                return Optional.of("it did not end within %d s".formatted(TIMEOUT_SECONDS));
            }
            return process.exitValue() == 0 ? Optional.empty() : Optional.of(lastLine(process));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the wait was interrupted");
        } finally {
            process.destroyForcibly();
        }
    }

    /** The last line of the output, which has the reason. */
    private static String lastLine(Process process) throws IOException {
        byte[] output = process.getInputStream().readNBytes(MAX_OUTPUT_BYTES);
        return new String(output, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((_, last) -> last)
                .orElse("it ended with exit code " + process.exitValue());
    }
}
