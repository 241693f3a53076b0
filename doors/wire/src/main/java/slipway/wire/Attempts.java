package slipway.wire;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import slipway.base.InterruptibleTask;
import slipway.base.Retry;

/** Tries again what may pass: never sooner than the server asks, and not at all if that is too long to wait. */
final class Attempts {

    private final Retry.Limits limits;
    private final Supplier<Duration> longestWait;
    private final Patience clientTimeouts;
    private final AtomicReference<Duration> notBefore = new AtomicReference<>(Duration.ZERO);

    Attempts(Retry.Limits limits, Supplier<Duration> longestWait, Patience clientTimeouts) {
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
            Supplier<Context> contexts) {
        var retry = new Retry(limits, clientTimeouts.clock(), clientTimeouts.random(), this::pause);
        try {
            return retry.run(
                    failure -> mayBeRepeated && isWorthAnother(failure), interruptibleTask);
        } catch (Passing stayed) {
            throw stayed.problem();
        } catch (InterruptedException calledOff) {
            Thread.currentThread().interrupt();
            throw Troubles.calledOff(contexts.get()).causedBy(calledOff);
        }
    }

    private boolean isWorthAnother(RuntimeException failure) {
        if (!(failure instanceof Passing transientFailure)) {
            return false;
        }
        notBefore.set(transientFailure.notBefore());
        return transientFailure.notBefore().compareTo(longestWait.get()) <= 0;
    }

    private void pause(Duration drawn) throws InterruptedException {
        clientTimeouts.sleeper().sleep(drawn.plus(notBefore.get()));
    }
}
