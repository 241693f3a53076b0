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
 * Connections to an app on another machine, all of them through one command that runs there beside it. No port is
 * opened on any node: the bytes go the way that the engine has for the input and the output of a command.
 *
 * <p>What is at the other end runs under the workspace's account, so nothing is taken for granted of it: a message that
 * breaks the rules ends the relay, and no more is kept of a connection than its window.
 */
final class Relay implements AutoCloseable {

    /** Said by the relay before anything else; what comes before it is the noise of the way there. */
    private static final String GREETING = "slipway-relay 1\n";

    private static final ProblemCode UNREACHABLE =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "workspace-out-of-reach",
                    "What runs in the workspace cannot be reached on its node.");

    private static final String PYTHON =
            "PATH=$PATH:/usr/local/bin:/usr/bin:/bin; exec python3 -I -c \"$0\" \"$1\"";

    /** Looks that it lets pass without a word; then it, or the way there, is dead. */
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

    /** The program and its arguments. A job's own path need not lead to Python. */
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

    /** Whether it has come about within this time. A relay that has ended has not. */
    boolean awaitReady(long millis) throws InterruptedException {
        try {
            greeted.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | java.util.concurrent.ExecutionException notYet) {
            return false;
        }
    }

    /** Whether nothing goes through it any more. */
    boolean hasEnded() {
        return exit.isDone();
    }

    /** Why it did not come about. */
    Problem failed() {
        int code = exit.getNow(0);
        String text = preamble.strip().replaceFirst("(?s).*\n", "");
        boolean pythonMissing = code == 126 || code == 127;
        return new Problem(
                UNREACHABLE,
                "What runs in the workspace cannot be reached on its node.",
                pythonMissing
                        ? "The way to it takes python3, and where the workspace runs there is none."
                        : "The command beside it that leads there ended with %d%s."
                                .formatted(code, text.isEmpty() ? "" : " and said: " + text),
                pythonMissing
                        ? "Have python3 installed on the nodes, or in the image that it runs in."
                        : "Try again in a moment; slipway exec shows whether commands run beside it.");
    }

    /**
     * A connection to the app; nothing when it does not listen.
     *
     * @throws IOException if it listens and takes nobody, or the relay is gone
     */
    Optional<ByteChannel> connect() throws IOException {
        int number = numbers.incrementAndGet();
        var channel = new RelayedChannel(this, number);
        channels.put(number, channel);
        if (hasEnded()) { // before it was among those that are told of the end
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

    /** Sees whether it lives, and has it know that the server does. To wait for that could be for ever. */
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
                    throw new IOException("The relay sends a message that is too long");
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
                    throw new IOException("There is no relay at the other end");
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
            return; // closed here meanwhile, or an answer to a ping
        }
        switch (kind) {
            case 'O' -> channel.open();
            case 'R' -> channel.notListening();
            case 'B' -> channel.busy();
            case 'D' -> channel.received(data);
            case 'T' -> channel.acknowledged(ByteBuffer.wrap(data).getInt());
            case 'C' -> channel.ended();
            default -> throw new IOException("The relay sends what nobody knows");
        }
    }

    @Override
    public void close() {
        channels.values().forEach(RelayedChannel::ended);
        execProcess.close();
    }
}
