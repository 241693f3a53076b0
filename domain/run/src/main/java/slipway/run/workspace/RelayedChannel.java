package slipway.run.workspace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** One connection through a relay. One thread may read while another writes; close wakes both. */
final class RelayedChannel implements ByteChannel {

    /** Flow-control window of each direction, the same as in relay.py. */
    static final int WINDOW = 1 << 18;

    private static final int MAX_PIECE = 1 << 15;
    private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(10);

    private final Relay relay;
    private final int number;
    private final Deque<ByteBuffer> received = new ArrayDeque<>();
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private int bufferedBytes;
    private int sendWindow = WINDOW;
    private boolean ended;
    private boolean closed;

    /** The reply to the request to open. */
    private enum Answer {
        ACCEPTED,
        NOT_LISTENING,
        NOT_ACCEPTING,
        RELAY_ENDED
    }

    RelayedChannel(Relay relay, int number) {
        this.relay = relay;
        this.number = number;
    }

    // Called for messages of the relay.

    void open() {
        answer.complete(Answer.ACCEPTED);
    }

    void notListening() {
        answer.complete(Answer.NOT_LISTENING);
    }

    void busy() {
        answer.complete(Answer.NOT_ACCEPTING);
    }

    synchronized void received(byte[] data) throws IOException {
        bufferedBytes += data.length;
        if (bufferedBytes > WINDOW) {
            throw new IOException("The relay exceeded its window");
        }
        received.add(ByteBuffer.wrap(data));
        notifyAll();
    }

    synchronized void acknowledged(int count) throws IOException {
        if (count < 0 || count > WINDOW - sendWindow) {
            throw new IOException("The relay acknowledged more bytes than it was sent");
        }
        sendWindow += count;
        notifyAll();
    }

    /** No more data arrives; received data can still be read. */
    synchronized void ended() {
        ended = true;
        answer.complete(Answer.RELAY_ENDED);
        notifyAll();
    }

    // Called by the server.

    /** Waits for the reply; whether the app accepted the connection. */
    boolean opened() throws IOException {
        try {
            return switch (answer.get(OPEN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                case ACCEPTED -> true;
                case NOT_LISTENING -> false;
                case NOT_ACCEPTING -> throw new IOException("The app does not accept connections");
                case RELAY_ENDED -> throw new IOException("The relay ended");
            };
        } catch (TimeoutException | ExecutionException e) {
            throw new IOException("The relay does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        }
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int read;
        synchronized (this) {
            awaitCondition(() -> !received.isEmpty() || ended || closed);
            if (closed) {
                throw new AsynchronousCloseException();
            }
            if (received.isEmpty()) {
                return -1;
            }
            ByteBuffer first = received.getFirst();
            read = Math.min(first.remaining(), to.remaining());
            to.put(first.slice().limit(read));
            first.position(first.position() + read);
            if (!first.hasRemaining()) {
                received.removeFirst();
            }
            bufferedBytes -= read;
            if (ended) {
                return read;
            }
        }
        relay.send(number, 'T', ByteBuffer.allocate(Integer.BYTES).putInt(read).flip());
        return read;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int all = from.remaining();
        while (from.hasRemaining()) {
            int length = reserveWindow(Math.min(MAX_PIECE, from.remaining()));
            ByteBuffer piece = from.slice().limit(length);
            from.position(from.position() + length);
            relay.send(number, 'D', piece);
        }
        return all;
    }

    private synchronized int reserveWindow(int wanted) throws IOException {
        awaitCondition(() -> sendWindow > 0 || ended || closed);
        if (ended || closed) {
            throw new ClosedChannelException();
        }
        int length = Math.min(wanted, sendWindow);
        sendWindow -= length;
        return length;
    }

    private synchronized void awaitCondition(BooleanSupplier condition) throws IOException {
        try {
            while (!condition.getAsBoolean()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        }
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() throws IOException {
        boolean notifyPeer;
        synchronized (this) {
            notifyPeer = !closed && !ended;
            closed = true;
            notifyAll();
        }
        relay.forget(number);
        if (notifyPeer) {
            relay.send(number, 'C', ByteBuffer.allocate(0));
        }
    }
}
