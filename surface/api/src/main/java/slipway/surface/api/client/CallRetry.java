package slipway.surface.api.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import slipway.base.InterruptibleTask;
import slipway.base.Retry;

/** Retries transient failures: never sooner than the server requests, and not at all if that is too long to wait. */
final class CallRetry {

    private final Retry.Limits limits;
    private final Supplier<Duration> maxWait;
    private final ClientTimeouts timeouts;
    private final AtomicReference<Duration> retryAfter = new AtomicReference<>(Duration.ZERO);

    CallRetry(Retry.Limits limits, Supplier<Duration> maxWait, ClientTimeouts timeouts) {
        this.limits = limits;
        this.maxWait = maxWait;
        this.timeouts = timeouts;
    }

    /**
     * @param mayBeRepeated whether the task may be executed twice
     */
    <R> R run(boolean mayBeRepeated, InterruptibleTask<R> task, Supplier<ServerContext> contexts) {
        var retry = new Retry(limits, timeouts.clock(), timeouts.random(), this::pause);
        try {
            return retry.run(failure -> mayBeRepeated && isTransient(failure), task);
        } catch (TransientFailure persistent) {
            throw persistent.problem();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw ClientProblems.interrupted(contexts.get()).causedBy(interrupted);
        }
    }

    private boolean isTransient(RuntimeException failure) {
        if (!(failure instanceof TransientFailure transientFailure)) {
            return false;
        }
        retryAfter.set(transientFailure.retryAfter());
        return transientFailure.retryAfter().compareTo(maxWait.get()) <= 0;
    }

    private void pause(Duration drawn) throws InterruptedException {
        timeouts.sleeper().sleep(drawn.plus(retryAfter.get()));
    }
}
