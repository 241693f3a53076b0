package slipway.operation;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/** What a task reports while it works. Any thread may call it. */
public final class OperationProgress {

    private final AtomicLong done = new AtomicLong();
    private volatile Operation.Progress reached = Operation.Progress.NONE;
    private volatile boolean cancelled;

    OperationProgress() {}

    /** Begins a step, which counts a unit up to a total. */
    public void step(String name, long total, String unit) {
        done.set(0);
        reached = new Operation.Progress(name, 0, Optional.of(total), unit);
        check();
    }

    /** Counts. Throws a {@link CancellationException} if the operation was cancelled; the task passes it on. */
    public void add(long more) {
        done.addAndGet(more);
        check();
    }

    private void check() {
        if (cancelled) {
            throw new CancellationException("The operation was cancelled");
        }
    }

    void cancel() {
        cancelled = true;
    }

    boolean cancelled() {
        return cancelled;
    }

    Operation.Progress snapshot() {
        Operation.Progress now = reached;
        return new Operation.Progress(now.step(), done.get(), now.total(), now.unit());
    }
}
