package slipway.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The newest events in memory, and the bell that rings when there are more: followers that keep up read no disk. */
final class Recent {

    private static final int KEPT = 8_192;
    private static final int FIRST = 256;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private Event[] ring = new Event[FIRST];
    private long newest;
    private long oldest;

    Recent(long newest) {
        this.newest = newest;
        this.oldest = newest + 1;
    }

    void add(List<Event> events) {
        if (events.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            makeRoom(events.getLast().seq() - oldest + 1);
            for (Event event : events) {
                ring[(int) (event.seq() % ring.length)] = event;
            }
            newest = events.getLast().seq();
            oldest = Math.max(oldest, newest - KEPT + 1);
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void makeRoom(long wanted) {
        if (wanted <= ring.length || ring.length == KEPT) {
            return;
        }
        Event[] larger = new Event[(int) Math.min(KEPT, Math.max(wanted, ring.length * 2L))];
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

    /** Waits until there is an event after {@code seq}; false when there is none in time. */
    boolean awaitAfter(long seq, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (newest <= seq && left > 0) {
                left = more.awaitNanos(left);
            }
            return newest > seq;
        } finally {
            lock.unlock();
        }
    }

    /** The events after {@code seq}, unless some of them are no longer in memory. */
    Optional<List<Event>> after(Set<Stream> streams, long seq, int limit) {
        lock.lock();
        try {
            if (seq + 1 < oldest) {
                return Optional.empty();
            }
            List<Event> found = new ArrayList<>();
            for (long next = seq + 1; next <= newest && found.size() < limit; next++) {
                Event event = ring[(int) (next % ring.length)];
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
