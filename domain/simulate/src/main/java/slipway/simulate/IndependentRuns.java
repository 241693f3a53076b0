package slipway.simulate;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import slipway.base.InterruptibleTask;
import slipway.base.Parallel;

/** Runs independent tasks in parallel. Results keep their order, so parallelism has no effect on them. */
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

    /** A listener that several threads may call. */
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
