package slipway.bench.kit;

import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Gives clients the current server and lets them wait while there is none. */
public final class CurrentServer {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Optional<Server> open = Optional.empty();
    private boolean closed;

    /** The next server is ready. */
    public void open(Server server) {
        lock.lock();
        try {
            open = Optional.of(server);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Announces that no other server follows; waiting clients end. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public boolean closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a server other than one that failed; empty when there will be none. */
    public Optional<Server> other(Optional<Server> failed) throws InterruptedException {
        lock.lock();
        try {
            while (open.equals(failed) && !closed) {
                changed.await();
            }
            return open.equals(failed) ? Optional.empty() : open;
        } finally {
            lock.unlock();
        }
    }
}
