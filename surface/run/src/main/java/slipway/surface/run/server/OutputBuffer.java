package slipway.surface.run.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What a command has printed, as far as it may still be asked for. Whoever adds too much waits for readers. */
final class OutputBuffer {

    private static final int MOST = 1 << 20;
    private static final int PART = 256 << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private byte[] kept = new byte[0];
    private long begin;
    private long wanted;
    private Instant asked;
    private Optional<Integer> exit = Optional.empty();
    private boolean closed;

    OutputBuffer(Instant now) {
        this.asked = now;
    }

    /** What lies twice as far back as a reader may lag is forgotten. */
    void add(byte[] bytes, int count) throws InterruptedException {
        lock.lock();
        try {
            while (!closed && begin + kept.length - wanted >= MOST) {
                changed.await();
            }
            int forgotten = Math.max(0, kept.length + count - 2 * MOST);
            byte[] more = Arrays.copyOfRange(kept, forgotten, kept.length + count);
            System.arraycopy(bytes, 0, more, kept.length - forgotten, count);
            kept = more;
            begin += forgotten;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void over(int exitCode) {
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

    boolean isOver() {
        lock.lock();
        try {
            return exit.isPresent();
        } finally {
            lock.unlock();
        }
    }

    boolean unheardFor(Duration silence, Instant now) {
        lock.lock();
        try {
            return asked.plus(silence).isBefore(now);
        } finally {
            lock.unlock();
        }
    }

    /**
     * What stands at this place and after it.
     *
     * @param exit there when nothing more will come
     */
    @SuppressWarnings("ArrayRecordComponent") // read once and written on
    record Part(long at, byte[] bytes, Optional<Integer> exit) {}

    /** Waits a while for something new. */
    Part read(long from, Instant now, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            asked = now;
            wanted = Math.max(wanted, from);
            changed.signalAll();
            long left = patience.toNanos();
            while (left > 0 && from >= begin + kept.length && exit.isEmpty()) {
                left = changed.awaitNanos(left);
            }
            return part(from);
        } finally {
            lock.unlock();
        }
    }

    private Part part(long from) {
        long at = Math.clamp(from, begin, begin + kept.length);
        int first = (int) (at - begin);
        int end = Math.min(kept.length, first + PART);
        return new Part(
                at, Arrays.copyOfRange(kept, first, end), exit.filter(_ -> end == kept.length));
    }
}
