package slipway.server.platform;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.server.config.Config;

/**
 * Binds an attempts folder to one server and one data directory. A server ends jobs in its folder that are not in its
 * database, so a server with other data would end all jobs of the first one.
 */
final class AttemptsFolder implements AutoCloseable {

    static final ProblemCode NOT_OURS =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "attempts-not-ours",
                    "The attempts folder belongs to another server or data directory.");

    private static final String MARK = ".server";
    private static final int BYTES = 16;

    private final FileChannel channel;

    private AttemptsFolder(FileChannel channel) {
        this.channel = channel;
    }

    /** Marks the folder with the id of the data directory, and locks it until the process ends. */
    static AttemptsFolder take(Config config, SecureRandom random) {
        Path folder = config.attempts();
        try {
            Files.createDirectories(folder);
            Path mark = folder.resolve(MARK);
            FileChannel channel =
                    FileChannel.open(
                            mark,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            try {
                lock(channel, folder);
                mark(config.data().resolve("attempts.mark"), mark, random);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
            return new AttemptsFolder(channel);
        } catch (IOException e) {
            throw new Problem(
                            NOT_OURS,
                            "The folder %s cannot be used.".formatted(folder),
                            "The system reports: %s.".formatted(e),
                            "Grant the server's account write access, or name another folder with run.attempts.")
                    .causedBy(e);
        }
    }

    private static void lock(FileChannel channel, Path folder) throws IOException {
        @Nullable FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new Problem(
                    NOT_OURS,
                    "Another server runs jobs in %s.".formatted(folder),
                    "Each server would end the jobs of the other.",
                    "Stop the other server, or name another folder with run.attempts.");
        }
    }

    private static void mark(Path own, Path mark, SecureRandom random) throws IOException {
        if (!Files.exists(own)) {
            byte[] bytes = new byte[BYTES];
            random.nextBytes(bytes);
            Files.writeString(own, HexFormat.of().formatHex(bytes) + "\n");
        }
        String ours = Files.readString(own).strip();
        String existing = Files.readString(mark).strip();
        if (existing.isEmpty()) {
            Files.writeString(mark, ours + "\n");
        } else if (!existing.equals(ours)) {
            throw new Problem(
                    NOT_OURS,
                    "The jobs in %s belong to another data directory.".formatted(mark.getParent()),
                    "This server would end them as unknown jobs.",
                    "Name another folder with run.attempts. If the other data directory no longer exists, remove %s."
                            .formatted(mark));
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
