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

/** One connection through a relay. One thread may read while another writes; closing it wakes both. */
final class RelayedChannel implements ByteChannel {

    /** Of each direction, as the relay knows it. */
    static final int WINDOW = 1 << 18;

    private static final int PIECE = 1 << 15;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Relay relay;
    private final int number;
    private final Deque<ByteBuffer> came = new ArrayDeque<>();
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private int waiting;
    private int mayWrite = WINDOW;
    private boolean over;
    private boolean closed;

    /** What the app did when it was asked. */
    private enum Answer {
        TAKES,
        DOES_NOT_LISTEN,
        TAKES_NOBODY,
        NONE
    }

    RelayedChannel(Relay relay, int number) {
        this.relay = relay;
        this.number = number;
    }

    // What the relay says.

    void open() {
        answer.complete(Answer.TAKES);
    }

    void notListening() {
        answer.complete(Answer.DOES_NOT_LISTEN);
    }

    void busy() {
        answer.complete(Answer.TAKES_NOBODY);
    }

    synchronized void came(byte[] data) throws IOException {
        waiting += data.length;
        if (waiting > WINDOW) {
            throw new IOException("The relay sends more than it may");
        }
        came.add(ByteBuffer.wrap(data));
        notifyAll();
    }

    synchronized void taken(int count) throws IOException {
        if (count < 0 || count > WINDOW - mayWrite) {
            throw new IOException("The relay took more than it was given");
        }
        mayWrite += count;
        notifyAll();
    }

    /** Nothing comes any more; what came already can still be read. */
    synchronized void ended() {
        over = true;
        answer.complete(Answer.NONE);
        notifyAll();
    }

    // What the server does.

    /** Whether the app listens; waits until it is known. */
    boolean opened() throws IOException {
        try {
            return switch (answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                case TAKES -> true;
                case DOES_NOT_LISTEN -> false;
                case TAKES_NOBODY -> throw new IOException("It listens and takes nobody");
                case NONE -> throw new IOException("The way to it ended");
            };
        } catch (TimeoutException | ExecutionException e) {
            throw new IOException("The way to it is blocked", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        }
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int read;
        synchronized (this) {
            until(() -> !came.isEmpty() || over || closed);
            if (closed) {
                throw new AsynchronousCloseException();
            }
            if (came.isEmpty()) {
                return -1;
            }
            ByteBuffer first = came.getFirst();
            read = Math.min(first.remaining(), to.remaining());
            to.put(first.slice().limit(read));
            first.position(first.position() + read);
            if (!first.hasRemaining()) {
                came.removeFirst();
            }
            waiting -= read;
            if (over) {
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
            int length = granted(Math.min(PIECE, from.remaining()));
            ByteBuffer piece = from.slice().limit(length);
            from.position(from.position() + length);
            relay.send(number, 'D', piece);
        }
        return all;
    }

    private synchronized int granted(int wanted) throws IOException {
        until(() -> mayWrite > 0 || over || closed);
        if (over || closed) {
            throw new ClosedChannelException();
        }
        int length = Math.min(wanted, mayWrite);
        mayWrite -= length;
        return length;
    }

    private synchronized void until(BooleanSupplier well) throws IOException {
        try {
            while (!well.getAsBoolean()) {
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
        boolean tell;
        synchronized (this) {
            tell = !closed && !over;
            closed = true;
            notifyAll();
        }
        relay.forget(number);
        if (tell) {
            relay.send(number, 'C', ByteBuffer.allocate(0));
        }
    }
}
