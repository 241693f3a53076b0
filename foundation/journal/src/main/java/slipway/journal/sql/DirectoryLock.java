package slipway.journal.sql;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock that allows one server for a data directory. The kernel releases it when the process ends in any way.
 *
 * <p>The kernel also releases it when the process closes <em>any</em> channel on the file. So a process that holds the
 * lock never opens the file again; {@link #HELD} lists its locks.
 */
final class DirectoryLock implements AutoCloseable {

    private static final String FILE = "server.lock";
    private static final int TRIES = 20;
    private static final Duration PAUSE = Duration.ofMillis(25);

    /** The kernel's locks belong to the process, so this set is static. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final FileChannel channel;
    private final Path file;
    private final AtomicBoolean closed = new AtomicBoolean();

    private DirectoryLock(FileChannel channel, Path file) {
        this.channel = channel;
        this.file = file;
    }

    static DirectoryLock take(Path directory) {
        try {
            Path file = directory.toRealPath().resolve(FILE);
            if (!HELD.add(file)) {
                throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
            }
            try {
                return new DirectoryLock(lock(directory, file), file);
            } catch (IOException | RuntimeException e) {
                HELD.remove(file);
                throw e;
            }
        } catch (IOException e) {
            throw DatabaseProblems.notWritable(directory, e);
        }
    }

    /**
     * The process id of the holder; empty if the lock is free. It tries to take a shared lock for a moment, which fails
     * while a server runs.
     */
    static Optional<String> holder(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            if (HELD.contains(file.toRealPath())) {
                return Optional.of(Long.toString(ProcessHandle.current().pid()));
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                    FileLock share = channel.tryLock(0, Long.MAX_VALUE, true)) {
                return share == null ? Optional.of(holderOf(file)) : Optional.empty();
            }
        } catch (IOException e) {
            throw DatabaseProblems.notWritable(directory, e);
        }
    }

    private static FileChannel lock(Path directory, Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        try {
            if (!tryLock(channel)) {
                throw inUse(directory, holderOf(file));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(
                            Long.toString(ProcessHandle.current().pid())
                                    .getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** A look at the holder by another process holds a shared lock for a moment. */
    private static boolean tryLock(FileChannel channel) throws IOException {
        boolean locked = channel.tryLock() != null;
        for (int i = 0; i < TRIES && !locked; i++) {
            LockSupport.parkNanos(PAUSE.toNanos());
            locked = channel.tryLock() != null;
        }
        return locked;
    }

    private static RuntimeException inUse(Path directory, String pid) {
        return DatabaseProblems.inUse(directory.toString(), "Its process is " + pid + ".");
    }

    private static String holderOf(Path file) throws IOException {
        String pid = Files.readString(file).strip();
        return pid.isEmpty() ? "starting" : pid;
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("The lock of the data directory cannot be let go", e);
        } finally {
            HELD.remove(file);
        }
    }
}
