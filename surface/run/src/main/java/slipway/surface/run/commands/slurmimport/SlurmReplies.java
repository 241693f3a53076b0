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

/** Gets replies: from Slurm's own programs, or from files in which somebody has kept what they printed. */
final class SlurmReplies {

    /** A million jobs of accounting are about a third of it. */
    static final int MOST_BYTES = 512 << 20;

    private static final int MOST_COMPLAINT = 2_000;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final String path;
    private final LocalDate since;

    /**
     * @param path where programs are looked for, with colons between
     * @param since accounting is asked from that day on
     */
    SlurmReplies(String path, LocalDate since) {
        this.path = path;
        this.since = since;
    }

    /** What a file in the folder holds. */
    static SlurmReply kept(Path folder, SlurmQuery slurmQuery) {
        Path file = folder.resolve(slurmQuery.file());
        if (!Files.isRegularFile(file)) {
            return new SlurmReply.Missing(
                    "There is no %s in %s.".formatted(slurmQuery.file(), folder));
        }
        try (InputStream in = Files.newInputStream(file)) {
            return said(in.readNBytes(MOST_BYTES + 1));
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
        command.addAll(slurmQuery.words());
        if (slurmQuery == SlurmQuery.SACCT) {
            command.addAll(List.of("-S", since.toString()));
        }
        try {
            Path complaints = Files.createTempFile("slipway-import", ".txt");
            try {
                return run(command, complaints);
            } finally {
                Files.deleteIfExists(complaints);
            }
        } catch (IOException broken) {
            return new SlurmReply.Missing("%s could not be run: %s.".formatted(program, broken));
        }
    }

    private static SlurmReply run(List<String> command, Path complaints) throws IOException {
        var builder = new ProcessBuilder(command).redirectError(complaints.toFile());
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("SLURM_TIME_FORMAT", "standard");
        Process process = builder.start();
        CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .execute(process::destroyForcibly);
        try (InputStream in = process.getInputStream()) {
            byte[] printed = in.readNBytes(MOST_BYTES + 1);
            boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return ended && process.exitValue() == 0 ? said(printed) : complained(complaints);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new SlurmReply.Missing("It was not waited for.");
        } finally {
            process.destroyForcibly();
        }
    }

    private static SlurmReply said(byte[] printed) {
        return printed.length > MOST_BYTES
                ? new SlurmReply.Missing(
                        "It is longer than %d MB; ask for less of it.".formatted(MOST_BYTES >> 20))
                : new SlurmReply.Said(new String(printed, StandardCharsets.UTF_8));
    }

    /** Slurm says why in the first line; the others repeat it. */
    private static SlurmReply complained(Path complaints) throws IOException {
        try (InputStream in = Files.newInputStream(complaints)) {
            String said = new String(in.readNBytes(MOST_COMPLAINT), StandardCharsets.UTF_8);
            String first =
                    said.lines()
                            .filter(line -> !line.isBlank())
                            .findFirst()
                            .orElse("It failed and did not say why");
            return new SlurmReply.Missing("It said: %s.".formatted(first.strip()));
        }
    }
}
