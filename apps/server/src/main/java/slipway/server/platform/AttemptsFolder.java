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
 * Sees to it that a folder of attempts has one server, and always the same data. A server ends what runs in its folder
 * and is not in its database: to one with other data, every job of the first would be a stray.
 */
final class AttemptsFolder implements AutoCloseable {

    static final ProblemCode NOT_OURS =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "attempts-not-ours",
                    "The folder of attempts belongs to another server, or to other data.");

    private static final String MARK = ".server";
    private static final int BYTES = 16;

    private final FileChannel channel;

    private AttemptsFolder(FileChannel channel) {
        this.channel = channel;
    }

    /** Marks it with what marks the data, and holds it until the server ends, in whichever way. */
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
                hold(channel, folder);
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
                            "The machine said: %s.".formatted(e),
                            "Let the server's account write there, or name another with run.attempts.")
                    .causedBy(e);
        }
    }

    private static void hold(FileChannel channel, Path folder) throws IOException {
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
                    "Each would end the jobs of the other.",
                    "Stop that one, or name another folder with run.attempts.");
        }
    }

    private static void mark(Path own, Path mark, SecureRandom random) throws IOException {
        if (!Files.exists(own)) {
            byte[] bytes = new byte[BYTES];
            random.nextBytes(bytes);
            Files.writeString(own, HexFormat.of().formatHex(bytes) + "\n");
        }
        String ours = Files.readString(own).strip();
        String there = Files.readString(mark).strip();
        if (there.isEmpty()) {
            Files.writeString(mark, ours + "\n");
        } else if (!there.equals(ours)) {
            throw new Problem(
                    NOT_OURS,
                    "The jobs in %s belong to other data than this server's."
                            .formatted(mark.getParent()),
                    "It would not know them, and end them.",
                    "Name another folder with run.attempts; or, if that data is gone for good, remove %s."
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
