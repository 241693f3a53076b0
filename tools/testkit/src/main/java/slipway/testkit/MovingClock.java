package slipway.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A wall clock that a test moves, and the monotonic counter of the same machine. {@code clock::forward} also replaces a
 * sleep.
 */
public final class MovingClock implements InstantSource {

    private final AtomicReference<Instant> now;
    private final AtomicLong nanos = new AtomicLong();

    private MovingClock(Instant now) {
        this.now = new AtomicReference<>(now);
    }

    public static MovingClock at(Instant now) {
        return new MovingClock(now);
    }

    public static MovingClock at(String iso) {
        return at(Instant.parse(iso));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    /** The counter: it advances with {@link #forward} only. */
    public long nanos() {
        return nanos.get();
    }

    /** Time passes. */
    public void forward(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException(
                    "Forward by %s is back: say so with jumpBack".formatted(by));
        }
        now.updateAndGet(instant -> instant.plus(by));
        nanos.addAndGet(by.toNanos());
    }

    /** Jumps ahead, like a real clock that is set wrong. */
    public void jumpAhead(Duration by) {
        now.updateAndGet(instant -> instant.plus(by));
    }

    /** Jumps back, like a real clock that is corrected. */
    public void jumpBack(Duration by) {
        now.updateAndGet(instant -> instant.minus(by));
    }

    /** Jumps to a time. */
    public void set(Instant to) {
        now.set(to);
    }
}
