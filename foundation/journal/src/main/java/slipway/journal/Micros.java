package slipway.journal;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as both databases keep them: whole microseconds since 1970, in UTC. */
final class Micros {

    private Micros() {}

    static long of(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    static Instant at(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
