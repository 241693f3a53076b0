package slipway.journal;

import java.util.function.BooleanSupplier;

/**
 * Production's loops, and a way to wait for what they do: a condition is looked at again after each round of any loop.
 */
final class ObservedLoops implements LoopExecutor {

    private final LoopExecutor threads = LoopExecutor.threads();

    @Override
    public void start(String name, Work work) {
        threads.start(name, new Observed(work));
    }

    @Override
    public void close() {
        threads.close();
    }

    /** Waits until a round makes the condition true. */
    synchronized void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            wait();
        }
    }

    private synchronized void roundEnded() {
        notifyAll();
    }

    private final class Observed implements Work {
        private final Work work;

        Observed(Work work) {
            this.work = work;
        }

        @Override
        public boolean round(boolean mayWait) throws InterruptedException {
            try {
                return work.round(mayWait);
            } finally {
                roundEnded();
            }
        }

        @Override
        public void onFailure(Throwable cause) {
            work.onFailure(cause);
            roundEnded();
        }
    }
}
