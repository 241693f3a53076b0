package slipway.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** One server for one data directory. The kernel lets go of the lock when the process dies, however it dies. */
final class DirectoryLock implements AutoCloseable {

    private static final String FILE = "server.lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    static DirectoryLock take(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            FileChannel channel =
                    FileChannel.open(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw Trouble.inUse(directory.toString(), "Its process is " + holder(file) + ".");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(
                            Long.toString(ProcessHandle.current().pid())
                                    .getBytes(StandardCharsets.UTF_8)));
            return new DirectoryLock(channel);
        } catch (IOException e) {
            throw Trouble.notWritable(directory, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held by this very process: a second server in one test
        }
    }

    private static String holder(Path file) throws IOException {
        String pid = Files.readString(file).strip();
        return pid.isEmpty() ? "starting" : pid;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("The lock of the data directory cannot be let go", e);
        }
    }
}
