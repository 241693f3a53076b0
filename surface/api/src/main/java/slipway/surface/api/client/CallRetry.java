package slipway.surface.api.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import slipway.base.InterruptibleTask;
import slipway.base.Retry;

/** Tries again what may pass: never sooner than the server asks, and not at all if that is too long to wait. */
final class CallRetry {

    private final Retry.Limits limits;
    private final Supplier<Duration> longestWait;
    private final ClientTimeouts clientTimeouts;
    private final AtomicReference<Duration> notBefore = new AtomicReference<>(Duration.ZERO);

    CallRetry(Retry.Limits limits, Supplier<Duration> longestWait, ClientTimeouts clientTimeouts) {
        this.limits = limits;
        this.longestWait = longestWait;
        this.clientTimeouts = clientTimeouts;
    }

    /**
     * @param mayBeRepeated whether doing it twice does no harm
     */
    <R> R run(
            boolean mayBeRepeated,
            InterruptibleTask<R> interruptibleTask,
            Supplier<ServerContext> contexts) {
        var retry = new Retry(limits, clientTimeouts.clock(), clientTimeouts.random(), this::pause);
        try {
            return retry.run(failure -> mayBeRepeated && isTransient(failure), interruptibleTask);
        } catch (TransientFailure stayed) {
            throw stayed.problem();
        } catch (InterruptedException calledOff) {
            Thread.currentThread().interrupt();
            throw ClientProblems.interrupted(contexts.get()).causedBy(calledOff);
        }
    }

    private boolean isTransient(RuntimeException failure) {
        if (!(failure instanceof TransientFailure transientFailure)) {
            return false;
        }
        notBefore.set(transientFailure.notBefore());
        return transientFailure.notBefore().compareTo(longestWait.get()) <= 0;
    }

    private void pause(Duration drawn) throws InterruptedException {
        clientTimeouts.sleeper().sleep(drawn.plus(notBefore.get()));
    }
}
