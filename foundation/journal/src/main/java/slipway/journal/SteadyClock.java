package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * Time that never goes back. While the machine's clock is behind what was already said, time goes on from there by the
 * monotonic counter, so that durations stay true; once the clock has caught up it is followed again.
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
        // Only whole microseconds are taken from the counter: asked often, time would stand still.
        long micros = Math.max(0, counter - lastNanos) / 1_000;
        Instant steady = last.plus(micros, ChronoUnit.MICROS);
        boolean caughtUp = !wallTime.isBefore(last);
        behind = caughtUp ? Duration.ZERO : Duration.between(wallTime, steady);
        last = caughtUp ? wallTime : steady;
        lastNanos = caughtUp ? counter : lastNanos + micros * 1_000;
        return last;
    }

    /** How far the machine's clock is behind the journal's time; zero when all is well. */
    synchronized Duration behind() {
        return behind;
    }
}
