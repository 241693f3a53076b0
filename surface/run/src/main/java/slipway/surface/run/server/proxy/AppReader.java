package slipway.surface.run.server.proxy;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Reads the answer of an app in blocks. The app is untrusted, so every length is limited. */
final class AppReader {

    static final int BLOCK_SIZE = 16 << 10;
    private static final int MAX_LINE = 16 << 10;
    private static final int MAX_SIZE_DIGITS = 16;
    private static final int MAX_TRAILERS = 100;

    private final ReadableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BLOCK_SIZE).flip();
    private final Runnable onTraffic;

    /**
     * @param onTraffic runs after each read
     */
    AppReader(ReadableByteChannel channel, Runnable onTraffic) {
        this.channel = channel;
        this.onTraffic = onTraffic;
    }

    /** A line without its line break, in ISO 8859-1. */
    String line() throws IOException {
        return line(MAX_LINE);
    }

    private String line(int maxLength) throws IOException {
        var text = new StringBuilder();
        for (int next = next(); next != '\n'; next = next()) {
            if (next < 0) {
                throw new EOFException("The app closed the connection within a line");
            }
            if (text.length() > maxLength) {
                throw new IOException("The app sent a line that is too long");
            }
            text.append((char) next);
        }
        int end = text.length();
        return end > 0 && text.charAt(end - 1) == '\r' ? text.substring(0, end - 1) : "" + text;
    }

    private int next() throws IOException {
        return hasMore() ? buffer.get() & 0xff : -1;
    }

    private boolean hasMore() throws IOException {
        if (!buffer.hasRemaining()) {
            buffer.clear();
            int read = channel.read(buffer);
            buffer.flip();
            if (read < 0) {
                return false;
            }
            onTraffic.run();
        }
        return buffer.hasRemaining();
    }

    /** The bytes that are received and not yet read. */
    ByteBuffer rest() {
        return buffer;
    }

    /** Copies this number of bytes. */
    void copy(long length, OutputStream to) throws IOException {
        long remaining = length;
        while (remaining > 0) {
            if (!hasMore()) {
                throw new EOFException("The app closed the connection within its answer");
            }
            remaining -= copyBuffered((int) Math.min(remaining, BLOCK_SIZE), to);
        }
    }

    /** Copies until the app closes the connection. */
    void copyAll(OutputStream to) throws IOException {
        while (hasMore()) {
            copyBuffered(BLOCK_SIZE, to);
            flush(to);
        }
    }

    /** Decodes a chunked body. Trailers are read and dropped. */
    void copyChunks(OutputStream to) throws IOException {
        for (long size = chunk(); size > 0; size = chunk()) {
            copy(size, to);
            flush(to);
            if (!line(0).isEmpty()) {
                throw new IOException("The app sent a chunk that is longer than its size");
            }
        }
        for (int trailers = 0; !line().isEmpty(); trailers++) {
            if (trailers > MAX_TRAILERS) {
                throw new IOException("The app sent too many trailers");
            }
        }
    }

    private long chunk() throws IOException {
        String size = line().replaceFirst("[ \t]*;.*", "").stripTrailing();
        if (!size.matches("[0-9A-Fa-f]{1," + MAX_SIZE_DIGITS + "}")) {
            throw new IOException("The app sent a chunk without a size");
        }
        long bytes = Long.parseUnsignedLong(size, 16);
        if (bytes < 0) {
            throw new IOException("The app sent a chunk that is too long");
        }
        return bytes;
    }

    private int copyBuffered(int max, OutputStream to) throws IOException {
        int length = Math.min(max, buffer.remaining());
        to.write(buffer.array(), buffer.position(), length);
        buffer.position(buffer.position() + length);
        return length;
    }

    /** Flushes when the buffer is empty, so that slow output appears at once and fast output is batched. */
    private void flush(OutputStream to) throws IOException {
        if (!buffer.hasRemaining()) {
            to.flush();
        }
    }
}
