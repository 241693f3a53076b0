package slipway.journal;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who does the work of the journal's loops: threads in production, the storm's own order of turns in a simulation. The
 * work is the same object in both, so what the storm proves is what runs.
 */
public interface LoopExecutor extends AutoCloseable {

    void start(String name, Work work);

    @Override
    void close();

    /** Something that is done in rounds. */
    interface Work {
        /**
         * Does what there is to do.
         *
         * @param mayWait whether to wait for something to do; a simulation never waits
         * @return false when there was nothing to do
         */
        boolean round(boolean mayWait) throws InterruptedException;

        /** It can go on no more; whoever waits for it must be told. */
        default void onFailure(Throwable cause) {}
    }

    /** One platform thread for each: SQLite's calls would pin the carriers of virtual ones. */
    static LoopExecutor threads() {
        return new Threads();
    }

    /** Production's crew. */
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
