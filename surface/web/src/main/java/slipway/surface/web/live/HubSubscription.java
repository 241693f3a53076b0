package slipway.surface.web.live;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A stream that waits for its events. The hub adds them, the thread of the stream takes them. */
public abstract sealed class HubSubscription implements AutoCloseable
        permits EventSubscription, TopicSubscription {

    private final EventHub hub;
    private final StreamViewer viewer;
    private final long start;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Condition ended = lock.newCondition();
    private Optional<String> end = Optional.empty();

    HubSubscription(EventHub hub, StreamViewer viewer) {
        this.hub = hub;
        this.viewer = viewer;
        this.start = hub.position();
    }

    /** It gets the events after this one. */
    public final long start() {
        return start;
    }

    final StreamViewer viewer() {
        return viewer;
    }

    /** The only subject that it follows, if there is one. */
    abstract Optional<String> subject();

    /** Whether it follows the event, apart from permissions. */
    abstract boolean wants(HubEvent event);

    /** Adds the event to what waits; false if too much waits. The lock is held. */
    abstract boolean add(HubEvent event);

    abstract boolean hasNews();

    final void offer(HubEvent event) {
        if (!wants(event) || !viewer.maySee(event.event())) {
            return;
        }
        lock.lock();
        try {
            if (end.isEmpty() && !add(event)) {
                end = Optional.of("too-slow");
                ended.signal();
            }
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    final void end(String reason) {
        lock.lock();
        try {
            end = end.or(() -> Optional.of(reason));
            news.signal();
            ended.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is something to take or the stream ends; false if nothing came. */
    public final boolean await(Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lockInterruptibly();
        try {
            while (!hasNews() && end.isEmpty() && left > 0) {
                left = news.awaitNanos(left);
            }
            return hasNews();
        } finally {
            lock.unlock();
        }
    }

    /** Lets events gather, so that many are sent together; returns early if the stream ends. */
    public final void gather(Duration time) throws InterruptedException {
        long left = time.toNanos();
        lock.lockInterruptibly();
        try {
            while (end.isEmpty() && left > 0) {
                left = ended.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Why the stream ends, if it does: nothing more is sent. */
    public final Optional<String> end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    /** Takes what waits, together with the position up to which it is complete. */
    final <T> T take(Taking<T> taking) {
        // Read before: all events up to here were offered before.
        long position = Math.max(start, hub.position());
        lock.lock();
        try {
            return taking.take(position);
        } finally {
            lock.unlock();
        }
    }

    /** Takes with the lock held. */
    @FunctionalInterface
    interface Taking<T> {
        T take(long position);
    }

    @Override
    public final void close() {
        hub.remove(this);
    }
}
