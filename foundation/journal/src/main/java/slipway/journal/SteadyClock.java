package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * A clock that never goes back. While the wall clock is behind a time that was already returned, the monotonic counter
 * advances the time, so that durations stay correct; once the wall clock has caught up, it is used again.
 */
final class SteadyClock implements InstantSource {

    private final InstantSource wall;
    private final LongSupplier nanos;
    private Instant last;
    private long lastNanos;
    private Duration behind = Duration.ZERO;

    SteadyClock(InstantSource wall, LongSupplier nanos, Instant notBefore) {
        this.wall = wall;
        this.nanos = nanos;
        this.last = notBefore;
        this.lastNanos = nanos.getAsLong();
    }

    @Override
    public synchronized Instant instant() {
        long counter = nanos.getAsLong();
        Instant wallTime = wall.instant().truncatedTo(ChronoUnit.MICROS);
        // Only the whole microseconds of the counter are consumed; otherwise frequent calls would
        // stop the time.
        long micros = Math.max(0, counter - lastNanos) / 1_000;
        Instant steady = last.plus(micros, ChronoUnit.MICROS);
        boolean caughtUp = !wallTime.isBefore(last);
        behind = caughtUp ? Duration.ZERO : Duration.between(wallTime, steady);
        last = caughtUp ? wallTime : steady;
        lastNanos = caughtUp ? counter : lastNanos + micros * 1_000;
        return last;
    }

    /** How far the wall clock is behind the journal's time; zero if it is not behind. */
    synchronized Duration behind() {
        return behind;
    }
}
