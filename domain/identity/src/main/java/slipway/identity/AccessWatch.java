package slipway.identity;

import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what was opened with a token when the token, or the access that it gives, ends: streams, commands, connections.
 * One thread checks all of them when identity has changed, and once a second for what expires.
 */
final class AccessWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AccessWatch.class);
    private static final long EXPIRY_CHECK_SECONDS = 1;

    private final AccessControl accessControl;
    private final InstantSource clock;
    private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
    private final Semaphore changes = new Semaphore(0);
    private boolean started;
    private volatile boolean closed;

    AccessWatch(AccessControl accessControl, InstantSource clock) {
        this.accessControl = accessControl;
        this.clock = clock;
    }

    AccessControl.Watch watch(Principal principal, Predicate<Principal> allowed, Runnable end) {
        var entry = new Watched(principal, allowed, end);
        watched.add(entry);
        start();
        entry.check(); // the access may have ended since the principal was authenticated
        return entry;
    }

    /** The thread starts with the first stream: a simulation has none, and must have no second thread. */
    private synchronized void start() {
        if (!started && !closed) {
            started = true;
            Thread.ofPlatform().daemon().name("access-watch").start(this::run);
        }
    }

    /** Called by the writer of the journal after each change of identity, so it only wakes the thread. */
    void changed() {
        if (changes.availablePermits() == 0) {
            changes.release();
        }
    }

    private void run() {
        try {
            while (!closed) {
                watched.forEach(Watched::check);
                boolean _ = changes.tryAcquire(EXPIRY_CHECK_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        changed();
    }

    /** One thing that lives on the access of a principal. */
    private final class Watched implements AccessControl.Watch {

        private final Principal principal;
        private final Predicate<Principal> allowed;
        private final Runnable end;
        private boolean over;
        private volatile boolean ended;

        Watched(Principal principal, Predicate<Principal> allowed, Runnable end) {
            this.principal = principal;
            this.allowed = allowed;
            this.end = end;
        }

        void check() {
            try {
                boolean valid =
                        accessControl
                                .recheck(principal, clock.instant())
                                .filter(allowed)
                                .isPresent();
                if (!valid) {
                    end();
                }
            } catch (RuntimeException e) {
                LOG.warn("The access of {} could not be checked", principal, e);
            }
        }

        /** Under the lock, so that nothing is ended after {@link #close} has returned. */
        private synchronized void end() {
            if (!over) {
                over = true;
                ended = true;
                watched.remove(this);
                end.run();
            }
        }

        @Override
        public boolean ended() {
            return ended;
        }

        @Override
        public synchronized void close() {
            over = true;
            watched.remove(this);
        }
    }
}
