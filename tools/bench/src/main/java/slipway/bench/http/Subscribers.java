package slipway.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import slipway.bench.kit.BenchContext;

/**
 * Many readers of server-sent events in one thread. They keep only the number of the newest event, the {@code id} of
 * the stream.
 */
final class Subscribers implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Selector selector;
    private final List<Reader> readers = new ArrayList<>();

    private Subscribers(Selector selector) {
        this.selector = selector;
    }

    /**
     * Connects this many readers and returns when each has received the first bytes of its stream.
     *
     * @param requests sent in turn
     */
    static Subscribers connect(int port, List<byte[]> requests, int count) throws IOException {
        var subscribers = new Subscribers(Selector.open());
        var there = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(there);
            // A few hundred bytes always fit.
            channel.write(ByteBuffer.wrap(requests.get(i % requests.size())));
            channel.configureBlocking(false);
            var reader = new Reader(channel);
            channel.register(subscribers.selector, SelectionKey.OP_READ, reader);
            subscribers.readers.add(reader);
        }
        subscribers.until(Reader::isWelcomed);
        return subscribers;
    }

    /** The time at which the last reader has read the event of this number or a later one. */
    long awaitAll(long event) throws IOException {
        until(reader -> reader.newest >= event);
        return System.nanoTime();
    }

    /** Reads for this time; no connection may be closed. */
    void idle(Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toMillis(); left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            read(left);
        }
    }

    /** Whether one reader has reached the awaited event. */
    @FunctionalInterface
    private interface Progress {
        boolean enough(Reader reader);
    }

    private void until(Progress far) throws IOException {
        long end = System.nanoTime() + LONGEST.toNanos();
        int done = 0;
        while (done < readers.size()) {
            if (far.enough(readers.get(done))) {
                done++; // the position of a reader only grows, so none is checked again
            } else if (System.nanoTime() > end) {
                throw new IOException(
                        readers.size() - done + " subscribers did not hear in " + LONGEST);
            } else {
                read(1_000);
            }
        }
    }

    private void read(long millis) throws IOException {
        try {
            selector.select(key -> ((Reader) key.attachment()).read(), millis);
        } catch (UncheckedIOException e) {
            throw new IOException("A stream broke", e);
        }
    }

    @Override
    public void close() throws IOException {
        for (Reader reader : readers) {
            reader.channel.close();
        }
        selector.close();
    }

    /** One of them. */
    private static final class Reader {

        private static final String ID = "id: ";
        private static final int LARGEST = 16 * 1024;
        private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(LARGEST);

        private final SocketChannel channel;
        private final StringBuilder line = new StringBuilder();
        private boolean begun;
        private long newest;

        Reader(SocketChannel channel) {
            this.channel = channel;
        }

        boolean isWelcomed() {
            return begun;
        }

        /** One thread reads for all, so one buffer is enough. */
        void read() {
            try {
                BUFFER.clear();
                if (channel.read(BUFFER) < 0) {
                    throw new IOException("The server ended a stream");
                }
                BUFFER.flip();
                String text = StandardCharsets.ISO_8859_1.decode(BUFFER).toString();
                text.chars().forEach(this::take);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void take(int character) {
            if (character != '\n') {
                line.append((char) character);
                return;
            }
            String said = line.toString().strip();
            line.setLength(0);
            if (said.startsWith(ID)) {
                begun = true;
                newest = Math.max(newest, Long.parseLong(said, ID.length(), said.length(), 10));
            } else if (said.startsWith("HTTP/1.1") && !said.startsWith("HTTP/1.1 200")) {
                throw BenchContext.notMeasured(
                        "A subscriber was refused.",
                        said,
                        "Report it: the server takes 10,000 of them.");
            } else if (said.startsWith(":")) {
                begun = true;
            }
        }
    }
}
