package slipway.surface.api.client;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import slipway.base.Retry;

/**
 * How long a client waits, and how it spends its pauses.
 *
 * @param deadline for one call with all its attempts
 * @param quiet a stream on which nothing comes for so long is taken for broken; the server sends something every 15 s
 */
public record ClientTimeouts(
        Duration deadline,
        Duration quiet,
        InstantSource clock,
        RandomGenerator random,
        Retry.Sleeper sleeper) {

    public static ClientTimeouts usual() {
        return new ClientTimeouts(
                Duration.ofSeconds(30),
                Duration.ofSeconds(45),
                InstantSource.system(),
                () -> Chance.SECURE.nextLong(),
                Thread::sleep);
    }

    /** Made when the first number is drawn: a command that only reads draws none, and it takes 15 ms. */
    private static final class Chance {
        private static final SecureRandom SECURE = new SecureRandom();
    }

    public ClientTimeouts within(Duration newDeadline) {
        return new ClientTimeouts(newDeadline, quiet, clock, random, sleeper);
    }

    ClientTimeouts sleepingBy(Retry.Sleeper other) {
        return new ClientTimeouts(deadline, quiet, clock, random, other);
    }
}
