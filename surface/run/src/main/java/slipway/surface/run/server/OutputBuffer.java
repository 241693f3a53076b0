package slipway.surface.run.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The recent output of a command. A writer that is too far ahead of its readers blocks. */
final class OutputBuffer {

    private static final int MAX_UNREAD = 1 << 20;
    private static final int MAX_PART = 256 << 10;
    private static final int MIN_BUFFER = 16 << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private byte[] buffer = new byte[0];
    private int start;
    private int size;

    /** Of the first byte that is kept, in the whole output. */
    private long offset;

    private long readOffset;
    private Instant lastRead;
    private Optional<Integer> exit = Optional.empty();
    private boolean closed;

    OutputBuffer(Instant now) {
        this.lastRead = now;
    }

    /** Blocks while the unread output is full. Output older than twice the limit is dropped. */
    void add(byte[] bytes, int count) throws InterruptedException {
        lock.lock();
        try {
            while (!closed && offset + size - readOffset >= MAX_UNREAD) {
                changed.await();
            }
            drop(Math.max(0, size + count - 2 * MAX_UNREAD));
            makeRoom(count);
            System.arraycopy(bytes, 0, buffer, start + size, count);
            size += count;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void drop(int count) {
        start += count;
        size -= count;
        offset += count;
    }

    /** Moves the content to a buffer of twice its size, so that each byte is copied about once. */
    private void makeRoom(int count) {
        if (start + size + count > buffer.length) {
            var roomy = new byte[Math.max(MIN_BUFFER, 2 * (size + count))];
            System.arraycopy(buffer, start, roomy, 0, size);
            buffer = roomy;
            start = 0;
        }
    }

    void complete(int exitCode) {
        change(() -> exit = Optional.of(exitCode));
    }

    void close() {
        change(() -> closed = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isComplete() {
        lock.lock();
        try {
            return exit.isPresent();
        } finally {
            lock.unlock();
        }
    }

    boolean unreadFor(Duration silence, Instant now) {
        lock.lock();
        try {
            return lastRead.plus(silence).isBefore(now);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The output from an offset on.
     *
     * @param exit present when the output is complete
     */
    @SuppressWarnings("ArrayRecordComponent") // serialized once, never compared
    record Part(long at, byte[] bytes, Optional<Integer> exit) {}

    /** Waits up to the timeout for new output. */
    Part read(long from, Instant now, Duration timeout) throws InterruptedException {
        lock.lock();
        try {
            lastRead = now;
            readOffset = Math.max(readOffset, from);
            changed.signalAll();
            long remaining = timeout.toNanos();
            while (remaining > 0 && from >= offset + size && exit.isEmpty()) {
                remaining = changed.awaitNanos(remaining);
            }
            return part(from);
        } finally {
            lock.unlock();
        }
    }

    private Part part(long from) {
        long at = Math.clamp(from, offset, offset + size);
        int first = (int) (at - offset);
        int end = Math.min(size, first + MAX_PART);
        return new Part(
                at,
                Arrays.copyOfRange(buffer, start + first, start + end),
                exit.filter(_ -> end == size));
    }
}
