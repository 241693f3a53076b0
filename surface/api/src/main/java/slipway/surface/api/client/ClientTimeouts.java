package slipway.surface.api.client;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import slipway.base.Retry;

/**
 * The timeouts of a client, and the clock, randomness and sleep of its retries.
 *
 * @param deadline for one call with all its attempts
 * @param streamSilence a stream that sends nothing for this long is treated as broken; the server sends something every
 *     15 s
 */
public record ClientTimeouts(
        Duration deadline,
        Duration streamSilence,
        InstantSource clock,
        RandomGenerator random,
        Retry.Sleeper sleeper) {

    public static ClientTimeouts defaults() {
        return new ClientTimeouts(
                Duration.ofSeconds(30),
                Duration.ofSeconds(45),
                InstantSource.system(),
                () -> RandomHolder.SECURE.nextLong(),
                Thread::sleep);
    }

    /** Made when the first number is drawn: a command that only reads draws none, and it takes 15 ms. */
    private static final class RandomHolder {
        private static final SecureRandom SECURE = new SecureRandom();
    }

    public ClientTimeouts within(Duration newDeadline) {
        return new ClientTimeouts(newDeadline, streamSilence, clock, random, sleeper);
    }

    ClientTimeouts sleepingBy(Retry.Sleeper other) {
        return new ClientTimeouts(deadline, streamSilence, clock, random, other);
    }
}
