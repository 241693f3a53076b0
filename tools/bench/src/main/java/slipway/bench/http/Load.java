package slipway.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import slipway.bench.kit.Samples;

/**
 * Sends one request repeatedly: on each connection the next request follows the answer to the last one. It shares the
 * cores with the server, so one thread waits for all connections, sends prepared bytes, and checks only that an
 * answer is 200 and ends with the expected bytes.
 */
final class Load implements AutoCloseable {

    private static final long LONGEST_SILENCE = Duration.ofSeconds(20).toMillis();

    private final Selector selector;
    private final List<Connection> talks = new ArrayList<>();
    private long[] waits = new long[1 << 20];
    private int answers;
    private int open;
    private long end;

    private Load(Selector selector) {
        this.selector = selector;
    }

    /** The server's port, the request, and the expected body. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Target(int port, byte[] request, byte[] body) {}

    /** A round: the answers, the time until the last of them, and the wait for each. */
    record Round(int answers, long nanos, Samples waits) {

        double perSecond() {
            return answers * 1e9 / nanos;
        }
    }

    static Load connect(Target question, int connections) throws IOException {
        var load = new Load(Selector.open());
        for (int i = 0; i < connections; i++) {
            load.talks.add(Connection.begin(question, load.selector));
        }
        return load;
    }

    /** Sends requests for this time, and then waits for the outstanding answers. */
    Round run(Duration time) throws IOException {
        answers = 0;
        open = talks.size();
        long start = System.nanoTime();
        end = start + time.toNanos();
        for (Connection talk : talks) {
            talk.ask();
        }
        try {
            while (open > 0) {
                if (selector.select(this::readAnswer, LONGEST_SILENCE) == 0) {
                    throw new IOException("No answer came for " + LONGEST_SILENCE + " ms");
                }
            }
        } catch (UncheckedIOException e) {
            throw new IOException("A connection broke under load", e);
        }
        long took = System.nanoTime() - start;
        return new Round(answers, took, Samples.of(Arrays.copyOf(waits, answers)));
    }

    private void readAnswer(SelectionKey key) {
        var talk = (Connection) key.attachment();
        try {
            if (talk.answered()) {
                long now = System.nanoTime();
                note(now - talk.asked);
                if (now < end) {
                    talk.ask();
                } else {
                    open--;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void note(long wait) {
        if (answers == waits.length) {
            waits = Arrays.copyOf(waits, 2 * answers);
        }
        waits[answers++] = wait;
    }

    @Override
    public void close() throws IOException {
        for (Connection talk : talks) {
            talk.channel.close();
        }
        selector.close();
    }

    /** One connection. */
    private static final class Connection {

        private static final byte[] GOOD = {'H', 'T', 'T', 'P', '/', '1', '.', '1', ' ', '2'};
        private static final int LARGEST = 64 * 1024;

        private final SocketChannel channel;
        private final ByteBuffer request;
        private final byte[] body;
        private final ByteBuffer answer = ByteBuffer.allocate(LARGEST);
        private long asked;

        private Connection(SocketChannel channel, Target question) {
            this.channel = channel;
            this.request = ByteBuffer.allocateDirect(question.request().length);
            this.request.put(question.request());
            this.body = question.body();
        }

        static Connection begin(Target question, Selector selector) throws IOException {
            var there = new InetSocketAddress(InetAddress.getLoopbackAddress(), question.port());
            SocketChannel channel = SocketChannel.open(there);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            var talk = new Connection(channel, question);
            channel.register(selector, SelectionKey.OP_READ, talk);
            return talk;
        }

        void ask() throws IOException {
            asked = System.nanoTime();
            request.rewind();
            while (request.hasRemaining()) {
                channel.write(request);
            }
        }

        /** Reads available bytes; true when the answer is complete. */
        boolean answered() throws IOException {
            int count = channel.read(answer);
            if (count < 0 || !answer.hasRemaining()) {
                throw new IOException("The server broke off, or said more than was asked");
            }
            byte[] bytes = answer.array();
            int length = answer.position();
            if (length > GOOD.length
                    && Arrays.mismatch(bytes, 0, GOOD.length, GOOD, 0, GOOD.length) >= 0) {
                throw new IOException("It was not answered with 200: " + describeAnswer());
            }
            int head = endOfHead(bytes, length);
            if (head < 0 || length < head + body.length) {
                return false;
            }
            if (!Arrays.equals(bytes, head, length, body, 0, body.length)) {
                throw new IOException("Something else was answered: " + describeAnswer());
            }
            answer.clear();
            return true;
        }

        private static int endOfHead(byte[] bytes, int length) {
            for (int i = 3; i < length; i++) {
                if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
                    return i + 1;
                }
            }
            return -1;
        }

        private String describeAnswer() {
            return new String(
                    answer.array(), 0, answer.position(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }
}
