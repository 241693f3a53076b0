package slipway.surface.api.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The deadline of a call. */
record CallDeadline(InstantSource clock, Duration total, Instant at) {

    static CallDeadline in(Duration time, InstantSource clock) {
        return new CallDeadline(clock, time, clock.instant().plus(time));
    }

    /** Zero after the deadline. */
    Duration remaining() {
        Duration left = Duration.between(clock.instant(), at);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
