package slipway.journal;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the loops of the journal: on threads in production, one step at a time in a simulation. The work is the same
 * object in both, so the simulation tests the code that runs in production.
 */
public interface LoopExecutor extends AutoCloseable {

    void start(String name, Work work);

    @Override
    void close();

    /** Work in rounds. */
    interface Work {
        /**
         * Does one round of the work that is due.
         *
         * @param mayWait whether to wait for work; a simulation never waits
         * @return false if there was no work
         */
        boolean round(boolean mayWait) throws InterruptedException;

        /** The loop failed and does not run again; its callers must get the failure. */
        default void onFailure(Throwable cause) {}
    }

    /** One platform thread for each loop: SQLite calls would pin the carrier threads of virtual threads. */
    static LoopExecutor threads() {
        return new Threads();
    }

    /** The executor of production. */
    final class Threads implements LoopExecutor {
        private static final Logger LOG = LoggerFactory.getLogger(LoopExecutor.class);
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean closed;

        @Override
        public synchronized void start(String name, Work work) {
            threads.add(Thread.ofPlatform().daemon().name(name).start(() -> run(name, work)));
        }

        private void run(String name, Work work) {
            try {
                while (!closed) {
                    work.round(true);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error e) {
                work.onFailure(e);
                LOG.error(
                        "{} stopped working. This is a bug; restart the server and report it.",
                        name,
                        e);
            }
        }

        @Override
        public synchronized void close() {
            closed = true;
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) {
                joinUninterrupted(thread);
            }
            threads.clear();
        }

        private static void joinUninterrupted(Thread thread) {
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
