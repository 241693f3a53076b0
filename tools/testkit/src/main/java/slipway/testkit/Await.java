package slipway.testkit;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits for an effect of a server or another process and leaves the processor to them meanwhile. The time limit is
 * for a machine that is busy with other things: a test that passes does not use it up.
 */
public final class Await {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long FIRST_PAUSE = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofMillis(50).toNanos();

    private Await() {}

    /** Waits for a condition that no latch, future or event reports. */
    public static void until(BooleanSupplier condition) {
        until(condition, new LinkedBlockingQueue<>());
    }

    /** Checks the condition again as soon as there is an event, and takes the event. */
    public static void until(BooleanSupplier condition, BlockingQueue<?> events) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (long pause = FIRST_PAUSE; !condition.getAsBoolean(); ) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "The condition did not become true in %d s."
                                .formatted(PATIENCE.toSeconds()));
            }
            takeWithin(pause, events);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }

    private static void takeWithin(long nanos, BlockingQueue<?> events) {
        try {
            var _ = events.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("The test was interrupted while it waited.", e);
        }
    }
}
