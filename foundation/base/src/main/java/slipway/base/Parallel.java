package slipway.base;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Structured concurrency: {@link #all} returns or throws only when every thread it started has ended. The first
 * failure cancels the other tasks; so does an interruption of the caller.
 */
public final class Parallel {

    private Parallel() {}

    /**
     * Runs the tasks on virtual threads, at most {@code limit} at a time, and returns their results in the order
     * of the tasks. The first failure is thrown unchanged, with the failures of other tasks as suppressed
     * exceptions; tasks that had not started by then never start.
     *
     * @throws InterruptedException if the caller was interrupted; the tasks were interrupted too and have ended
     */
    public static <T> List<T> all(int limit, List<? extends InterruptibleTask<? extends T>> tasks)
            throws InterruptedException {
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "At least one task must run at a time, not " + limit);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("Interrupted before the first task began");
        }
        return new WorkerThreads<T>(limit, tasks).run();
    }

    /** The threads of one call. Each takes the next unclaimed task until none is left. */
    private static final class WorkerThreads<T> {

        private final List<InterruptibleTask<? extends T>> tasks;
        private final List<Thread> threads;
        private final AtomicInteger nextTask = new AtomicInteger();
        private final ConcurrentNavigableMap<Integer, T> results = new ConcurrentSkipListMap<>();
        private final List<Throwable> failures = new ArrayList<>();
        private volatile boolean cancelled;

        WorkerThreads(int limit, List<? extends InterruptibleTask<? extends T>> tasks) {
            this.tasks = List.copyOf(tasks);
            this.threads =
                    Stream.generate(() -> Thread.ofVirtual().name("parallel").unstarted(this::work))
                            .limit(Math.min(limit, tasks.size()))
                            .toList();
        }

        List<T> run() throws InterruptedException {
            threads.forEach(Thread::start);
            boolean interrupted = false;
            for (Thread thread : threads) {
                interrupted |= joinUninterruptibly(thread);
            }
            if (!failures.isEmpty()) {
                throwFirstFailure(interrupted);
            }
            return List.copyOf(results.values());
        }

        private void work() {
            int index = nextTask.getAndIncrement();
            while (index < tasks.size() && mayStartNext()) {
                try {
                    results.put(index, tasks.get(index).run());
                } catch (RuntimeException | Error | InterruptedException failure) {
                    cancelAll(failure);
                }
                index = nextTask.getAndIncrement();
            }
        }

        /**
         * Clears an interrupt that an earlier task left before reading the flag: a later interrupt is a cancellation.
         */
        private boolean mayStartNext() {
            boolean _ = Thread.interrupted();
            return !cancelled;
        }

        private synchronized void cancelAll(Throwable failure) {
            boolean causedByCancellation = cancelled && failure instanceof InterruptedException;
            if (!causedByCancellation && !failures.contains(failure)) {
                failures.add(failure);
            }
            cancelled = true;
            threads.forEach(Thread::interrupt);
        }

        /** Waits through any interruption: the caller must not continue while its tasks run. */
        private boolean joinUninterruptibly(Thread thread) {
            boolean interrupted = false;
            while (true) {
                try {
                    thread.join();
                    return interrupted;
                } catch (InterruptedException e) {
                    interrupted = true;
                    cancelAll(e);
                }
            }
        }

        private void throwFirstFailure(boolean interrupted) throws InterruptedException {
            Throwable first = failures.getFirst();
            failures.stream().skip(1).forEach(first::addSuppressed);
            switch (first) {
                case InterruptedException itself when interrupted -> throw itself;
                default -> {
                    if (interrupted) {
                        Thread.currentThread().interrupt();
                    }
                    throw unchecked(first);
                }
            }
        }

        private static RuntimeException unchecked(Throwable failure) {
            return switch (failure) {
                case RuntimeException exception -> exception;
                case Error error -> throw error;
                default ->
                        new IllegalStateException(
                                "A task was interrupted by something other than its caller",
                                failure);
            };
        }
    }
}
