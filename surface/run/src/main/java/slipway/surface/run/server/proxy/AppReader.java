package slipway.surface.run.server.proxy;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** What an app answers, read piece by piece. Nothing is taken for granted of it. */
final class AppReader {

    static final int PIECE = 16 << 10;
    private static final int LONGEST_LINE = 16 << 10;
    private static final int LONGEST_SIZE = 16;
    private static final int MOST_TRAILERS = 100;

    private final ReadableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(PIECE).flip();
    private final Runnable heard;

    /**
     * @param heard is told whenever something came
     */
    AppReader(ReadableByteChannel channel, Runnable heard) {
        this.channel = channel;
        this.heard = heard;
    }

    /** A line without its end, each byte a character. */
    String line() throws IOException {
        return line(LONGEST_LINE);
    }

    private String line(int longest) throws IOException {
        var text = new StringBuilder();
        for (int next = next(); next != '\n'; next = next()) {
            if (next < 0) {
                throw new EOFException("It stopped in the middle of a line");
            }
            if (text.length() > longest) {
                throw new IOException("It sends a line that is too long");
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
            heard.run();
        }
        return buffer.hasRemaining();
    }

    /** What came already and was not read. */
    ByteBuffer rest() {
        return buffer;
    }

    /** So many bytes. */
    void copy(long length, OutputStream to) throws IOException {
        long left = length;
        while (left > 0) {
            if (!hasMore()) {
                throw new EOFException("It stopped in the middle of its answer");
            }
            left -= pass((int) Math.min(left, PIECE), to);
        }
    }

    /** All until it closes the connection. */
    void copyAll(OutputStream to) throws IOException {
        while (hasMore()) {
            pass(PIECE, to);
            flush(to);
        }
    }

    /** In chunks. What stands behind the last one is read and dropped. */
    void copyChunks(OutputStream to) throws IOException {
        for (long size = chunk(); size > 0; size = chunk()) {
            copy(size, to);
            flush(to);
            if (!line(0).isEmpty()) {
                throw new IOException("It sends a chunk that is longer than it said");
            }
        }
        for (int trailers = 0; !line().isEmpty(); trailers++) {
            if (trailers > MOST_TRAILERS) {
                throw new IOException("It does not come to an end");
            }
        }
    }

    private long chunk() throws IOException {
        String size = line().replaceFirst("[ \t]*;.*", "").stripTrailing();
        if (!size.matches("[0-9A-Fa-f]{1," + LONGEST_SIZE + "}")) {
            throw new IOException("It sends chunks without a size");
        }
        long bytes = Long.parseUnsignedLong(size, 16);
        if (bytes < 0) {
            throw new IOException("It sends a chunk that is too long");
        }
        return bytes;
    }

    private int pass(int most, OutputStream to) throws IOException {
        int length = Math.min(most, buffer.remaining());
        to.write(buffer.array(), buffer.position(), length);
        buffer.position(buffer.position() + length);
        return length;
    }

    /** What trickles is shown as it comes; what is there already goes with it. */
    private void flush(OutputStream to) throws IOException {
        if (!buffer.hasRemaining()) {
            to.flush();
        }
    }
}
