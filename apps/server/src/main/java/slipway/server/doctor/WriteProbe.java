package slipway.server.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** A temporary file that tests whether a directory is writable. */
final class WriteProbe implements AutoCloseable {

    private static final int BLOCK = 4_096;

    private final Path file;
    private final FileChannel channel;

    private WriteProbe(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    static WriteProbe in(Path directory) throws IOException {
        Path file = Files.createTempFile(directory, ".doctor-", ".tmp");
        try {
            return new WriteProbe(file, FileChannel.open(file, StandardOpenOption.WRITE));
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Writes a block durably, like a commit. */
    void write() throws IOException {
        var block = ByteBuffer.allocate(BLOCK);
        while (block.hasRemaining()) {
            int _ = channel.write(block);
        }
        channel.force(false);
    }

    /** The cause, worded to follow a colon. */
    static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "this user may not";
        }
        String message =
                e instanceof FileSystemException at && at.getReason() != null
                        ? at.getReason()
                        : String.valueOf(e.getMessage());
        return message.isEmpty()
                ? e.toString()
                : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
