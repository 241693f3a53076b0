package slipway.run.workspace;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.run.engine.ExecProcess;

/**
 * Multiplexes connections to an app on another node through one exec session beside it. No node opens a port: the bytes
 * use the input and output of the command.
 *
 * <p>The other end runs under the account of the workspace and is not trusted: a message that violates the protocol
 * ends the relay, and at most one window of bytes is buffered for each connection.
 */
final class Relay implements AutoCloseable {

    /** The first line of the relay; other output may precede it, such as messages of a shell. */
    private static final String GREETING = "slipway-relay 1\n";

    private static final ProblemCode UNREACHABLE =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "workspace-out-of-reach",
                    "The app of the workspace cannot be reached on its node.");

    private static final String PYTHON =
            "PATH=$PATH:/usr/local/bin:/usr/bin:/bin; exec python3 -I -c \"$0\" \"$1\"";

    /** Unanswered pings after which the relay counts as dead. */
    private static final int MAX_UNANSWERED = 12;

    private static final int MAX_PREAMBLE = 4_096;
    private static final int MAX_MESSAGE = 1 << 16;
    private static final String SCRIPT = script();

    private final ExecProcess execProcess;
    private final CompletableFuture<Integer> exit;
    private final DataOutputStream out;
    private final CompletableFuture<Void> greeted = new CompletableFuture<>();
    private final Map<Integer, RelayedChannel> channels = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile String preamble = "";

    private Relay(ExecProcess execProcess) {
        this.execProcess = execProcess;
        this.exit = execProcess.exit();
        this.out = new DataOutputStream(new java.io.BufferedOutputStream(execProcess.input()));
    }

    /** The command that starts the relay. The job's PATH may not contain Python, so usual folders are added. */
    static List<String> command(String socket) {
        return List.of("/bin/sh", "-c", PYTHON, SCRIPT, socket);
    }

    static Relay over(ExecProcess execProcess) {
        var relay = new Relay(execProcess);
        Thread.ofVirtual().name("relay").start(relay::listen);
        return relay;
    }

    private static String script() {
        try (InputStream text = Relay.class.getResourceAsStream("relay.py")) {
            return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the relay has sent its greeting; false after this time or if it has ended. */
    boolean awaitReady(long millis) throws InterruptedException {
        try {
            greeted.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | java.util.concurrent.ExecutionException notYet) {
            return false;
        }
    }

    /** Whether the relay has ended. */
    boolean hasEnded() {
        return exit.isDone();
    }

    /** Why the relay did not start. */
    Problem failed() {
        int code = exit.getNow(0);
        String text = preamble.strip().replaceFirst("(?s).*\n", "");
        boolean pythonMissing = code == 126 || code == 127;
        return new Problem(
                UNREACHABLE,
                "The app of the workspace cannot be reached on its node.",
                pythonMissing
                        ? "The relay needs python3, which is not installed where the workspace runs."
                        : "The relay beside it ended with exit code %d%s."
                                .formatted(code, text.isEmpty() ? "" : " and said: " + text),
                pythonMissing
                        ? "Install python3 on the nodes, or in the image of the workspace."
                        : "Try again in a moment. Check with slipway exec whether commands run beside it.");
    }

    /**
     * Opens a connection to the app; empty if the app does not listen.
     *
     * @throws IOException if the app does not accept connections, or the relay has ended
     */
    Optional<ByteChannel> connect() throws IOException {
        int number = numbers.incrementAndGet();
        var channel = new RelayedChannel(this, number);
        channels.put(number, channel);
        if (hasEnded()) { // it may have ended before this channel was registered
            channel.ended();
        }
        boolean listens = false;
        try {
            send(number, 'O', ByteBuffer.allocate(0));
            listens = channel.opened();
            return listens ? Optional.of(channel) : Optional.empty();
        } finally {
            if (!listens) {
                forget(number);
            }
        }
    }

    int connections() {
        return channels.size();
    }

    /** Sends a ping, in a thread because it may block; closes the relay after too many without an answer. */
    void checkAlive() {
        Runnable next = unanswered.incrementAndGet() > MAX_UNANSWERED ? this::close : this::ping;
        Thread.ofVirtual().name("relay-look").start(next);
    }

    private void ping() {
        try {
            send(0, 'P', ByteBuffer.allocate(0));
        } catch (IOException e) {
            close();
        }
    }

    void send(int number, char kind, ByteBuffer data) throws IOException {
        synchronized (out) {
            out.writeInt(number);
            out.writeByte(kind);
            out.writeInt(data.remaining());
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            out.write(bytes);
            out.flush();
        }
    }

    void forget(int number) {
        channels.remove(number);
    }

    private void listen() {
        try (var in = new DataInputStream(new java.io.BufferedInputStream(execProcess.output()))) {
            readGreeting(in);
            greeted.complete(null);
            while (true) {
                int number = in.readInt();
                char kind = (char) in.readUnsignedByte();
                int length = in.readInt();
                if (length < 0 || length > MAX_MESSAGE) {
                    throw new IOException("The relay sent a message that is too long");
                }
                receive(number, kind, in.readNBytes(length));
            }
        } catch (IOException | RuntimeException gone) {
            close();
            greeted.completeExceptionally(gone);
        }
    }

    private void readGreeting(DataInputStream in) throws IOException {
        var text = new StringBuilder();
        try {
            while (!text.toString().endsWith(GREETING)) {
                if (text.length() > MAX_PREAMBLE) {
                    throw new IOException("The program at the other end is no relay");
                }
                text.append((char) in.readUnsignedByte());
            }
        } finally {
            preamble = text.toString();
        }
    }

    private void receive(int number, char kind, byte[] data) throws IOException {
        unanswered.set(0);
        RelayedChannel channel = channels.get(number);
        if (channel == null) {
            return; // the channel was closed meanwhile, or this is a pong
        }
        switch (kind) {
            case 'O' -> channel.open();
            case 'R' -> channel.notListening();
            case 'B' -> channel.busy();
            case 'D' -> channel.received(data);
            case 'T' -> channel.acknowledged(ByteBuffer.wrap(data).getInt());
            case 'C' -> channel.ended();
            default -> throw new IOException("The relay sent an unknown kind of message");
        }
    }

    @Override
    public void close() {
        channels.values().forEach(RelayedChannel::ended);
        execProcess.close();
    }
}
