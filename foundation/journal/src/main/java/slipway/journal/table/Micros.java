package slipway.journal.table;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as both databases store them: microseconds since 1970, in UTC. */
public final class Micros {

    private Micros() {}

    public static long of(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    /** Whole microseconds of a duration; a duration of up to 292,000 years has them. */
    static long of(Duration duration) {
        return Math.addExact(
                Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000L);
    }

    public static Instant at(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
