package slipway.journal.table;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as both databases store them: microseconds since 1970, in UTC. */
public final class Micros {

    private Micros() {}

    public static long of(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    public static Instant at(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
