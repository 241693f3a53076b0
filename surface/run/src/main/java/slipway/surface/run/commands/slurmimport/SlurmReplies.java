package slipway.surface.run.commands.slurmimport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Gets replies from the programs of Slurm, or from files with their saved output. */
final class SlurmReplies {

    /** About three million jobs of accounting. */
    static final int MAX_BYTES = 512 << 20;

    private static final int MAX_ERROR_BYTES = 2_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final String path;
    private final LocalDate since;

    /**
     * @param path the search path for programs, separated by colons
     * @param since the first day of accounting to read
     */
    SlurmReplies(String path, LocalDate since) {
        this.path = path;
        this.since = since;
    }

    /** A saved reply from the folder. */
    static SlurmReply saved(Path folder, SlurmQuery slurmQuery) {
        Path file = folder.resolve(slurmQuery.file());
        if (!Files.isRegularFile(file)) {
            return new SlurmReply.Missing(
                    "There is no %s in %s.".formatted(slurmQuery.file(), folder));
        }
        try (InputStream in = Files.newInputStream(file)) {
            return reply(in.readNBytes(MAX_BYTES + 1));
        } catch (IOException unreadable) {
            return new SlurmReply.Missing("%s could not be read: %s.".formatted(file, unreadable));
        }
    }

    SlurmReply ask(SlurmQuery slurmQuery) {
        return program(slurmQuery.program())
                .map(found -> run(found, slurmQuery))
                .orElseGet(
                        () ->
                                new SlurmReply.Missing(
                                        "There is no %s on this machine."
                                                .formatted(slurmQuery.program())));
    }

    private Optional<Path> program(String name) {
        for (String folder : path.split(":", -1)) {
            Path program = Path.of(folder, name);
            if (!folder.isEmpty() && Files.isExecutable(program)) {
                return Optional.of(program);
            }
        }
        return Optional.empty();
    }

    private SlurmReply run(Path program, SlurmQuery slurmQuery) {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(slurmQuery.arguments());
        if (slurmQuery == SlurmQuery.SACCT) {
            command.addAll(List.of("-S", since.toString()));
        }
        try {
            Path errors = Files.createTempFile("slipway-import", ".txt");
            try {
                return run(command, errors);
            } finally {
                Files.deleteIfExists(errors);
            }
        } catch (IOException broken) {
            return new SlurmReply.Missing("%s could not be run: %s.".formatted(program, broken));
        }
    }

    private static SlurmReply run(List<String> command, Path errors) throws IOException {
        var builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("SLURM_TIME_FORMAT", "standard");
        Process process = builder.start();
        CompletableFuture.delayedExecutor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                .execute(process::destroyForcibly);
        try (InputStream in = process.getInputStream()) {
            byte[] output = in.readNBytes(MAX_BYTES + 1);
            boolean ended = process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            return ended && process.exitValue() == 0 ? reply(output) : failure(errors);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new SlurmReply.Missing("The wait for it was interrupted.");
        } finally {
            process.destroyForcibly();
        }
    }

    private static SlurmReply reply(byte[] output) {
        return output.length > MAX_BYTES
                ? new SlurmReply.Missing(
                        "Its output exceeds %d MB; reduce the range, for example with --days."
                                .formatted(MAX_BYTES >> 20))
                : new SlurmReply.Received(new String(output, StandardCharsets.UTF_8));
    }

    /** The first line has the reason; the others repeat it. */
    private static SlurmReply failure(Path errors) throws IOException {
        try (InputStream in = Files.newInputStream(errors)) {
            String text = new String(in.readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8);
            String first =
                    text.lines()
                            .filter(line -> !line.isBlank())
                            .findFirst()
                            .orElse("It failed without a message");
            return new SlurmReply.Missing("It reported: %s.".formatted(first.strip()));
        }
    }
}
