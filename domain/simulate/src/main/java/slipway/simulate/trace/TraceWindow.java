package slipway.simulate.trace;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The days of a trace that are replayed.
 *
 * @param until the end, exclusive
 */
public record TraceWindow(Instant from, Instant until) {

    public static final TraceWindow ALL = new TraceWindow(Instant.MIN, Instant.MAX);

    /** Both days are included. */
    public static TraceWindow of(LocalDate first, LocalDate last) {
        return new TraceWindow(
                first.atStartOfDay(ZoneOffset.UTC).toInstant(),
                last.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    boolean contains(Instant instant) {
        return !instant.isBefore(from) && instant.isBefore(until);
    }
}
