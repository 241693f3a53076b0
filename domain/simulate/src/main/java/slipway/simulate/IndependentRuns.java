package slipway.simulate;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import slipway.base.InterruptibleTask;
import slipway.base.Parallel;

/**
 * Plays several things that have nothing to do with each other at once. Results stay in order, so nothing shows of
 * it.
 */
final class IndependentRuns {

    private IndependentRuns() {}

    static <T> List<T> all(List<? extends InterruptibleTask<? extends T>> tasks) {
        try {
            return Parallel.all(Runtime.getRuntime().availableProcessors(), tasks);
        } catch (InterruptedException brokenOff) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Broken off", brokenOff);
        }
    }

    /** One that may be told from several threads. */
    static LongConsumer synchronizedProgress(LongConsumer progress) {
        var lock = new ReentrantLock();
        return more -> {
            lock.lock();
            try {
                progress.accept(more);
            } finally {
                lock.unlock();
            }
        };
    }
}
