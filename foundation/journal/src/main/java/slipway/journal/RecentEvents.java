package slipway.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The newest events in memory, with a condition that is signalled for each new event: readers that keep up read nothing
 * from the disk.
 */
final class RecentEvents {

    private static final int CAPACITY = 8_192;
    private static final int INITIAL_CAPACITY = 256;

    /** Few events are long; this limit bounds the memory if many are. */
    private static final long MAX_CHARACTERS = 8 << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private @Nullable Event[] ring = new @Nullable Event[INITIAL_CAPACITY];
    private long newest;
    private long oldest;
    private long characters;

    RecentEvents(long newest) {
        this.newest = newest;
        this.oldest = newest + 1;
    }

    void add(List<Event> events) {
        if (events.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            events.forEach(this::append);
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void append(Event event) {
        if (event.seq() - oldest == CAPACITY) {
            dropOldest();
        }
        grow(event.seq() - oldest + 1);
        ring[(int) (event.seq() % ring.length)] = event;
        newest = event.seq();
        characters += event.what().body().length();
        while (characters > MAX_CHARACTERS && oldest < newest) {
            dropOldest();
        }
    }

    private void dropOldest() {
        int slot = (int) (oldest % ring.length);
        characters -= at(oldest).what().body().length();
        ring[slot] = null;
        oldest++;
    }

    private Event at(long seq) {
        return Objects.requireNonNull(ring[(int) (seq % ring.length)]);
    }

    private void grow(long wanted) {
        if (wanted <= ring.length || ring.length == CAPACITY) {
            return;
        }
        @Nullable Event[] larger =
                new @Nullable Event[(int) Math.min(CAPACITY, Math.max(wanted, ring.length * 2L))];
        for (long seq = oldest; seq <= newest; seq++) {
            larger[(int) (seq % larger.length)] = ring[(int) (seq % ring.length)];
        }
        ring = larger;
    }

    long newest() {
        lock.lock();
        try {
            return newest;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is an event after {@code seq}; false if none arrives in time. */
    boolean awaitAfter(long seq, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (newest <= seq && left > 0) {
                left = added.awaitNanos(left);
            }
            return newest > seq;
        } finally {
            lock.unlock();
        }
    }

    /** The events after {@code seq}; empty if some of them are no longer in memory. */
    Optional<List<Event>> after(Set<JournalStream> streams, long seq, int limit) {
        lock.lock();
        try {
            if (seq + 1 < oldest) {
                return Optional.empty();
            }
            List<Event> found = new ArrayList<>();
            for (long next = seq + 1; next <= newest && found.size() < limit; next++) {
                Event event = at(next);
                if (streams.contains(event.what().stream())) {
                    found.add(event);
                }
            }
            return Optional.of(found);
        } finally {
            lock.unlock();
        }
    }
}
