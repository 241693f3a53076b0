package slipway.surface.api.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Until when somebody waits. */
record CallDeadline(InstantSource clock, Duration total, Instant at) {

    static CallDeadline in(Duration time, InstantSource clock) {
        return new CallDeadline(clock, time, clock.instant().plus(time));
    }

    /** Nothing, once it is over. */
    Duration remaining() {
        Duration left = Duration.between(clock.instant(), at);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
