package slipway.base;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Retries a task with exponential back-off and full jitter. The pause before the n-th retry is drawn uniformly
 * between zero and
 * {@code first} doubled n times, but never more than {@code longest}: callers that failed together do not retry
 * together.
 *
 * <pre>{@code
 * var retry = new Retry(Limits.attempts(5).within(Duration.ofSeconds(30)), clock, random, Thread::sleep);
 * var answer = retry.run(failure -> failure instanceof UncheckedIOException, () -> ask(server));
 * }</pre>
 */
public final class Retry {

    private final Limits limits;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Sleeper sleeper;

    public Retry(Limits limits, InstantSource clock, RandomGenerator random, Sleeper sleeper) {
        this.limits = limits;
        this.clock = clock;
        this.random = random;
        this.sleeper = sleeper;
    }

    /**
     * Returns the task's result, or throws its last failure when the failure is not retryable, the attempts are
     * used up,
     * or the next pause would end after the deadline.
     *
     * @throws InterruptedException at once, when the thread is interrupted during an attempt or a pause
     */
    public <T> T run(Predicate<? super RuntimeException> retryable, InterruptibleTask<T> task)
            throws InterruptedException {
        Instant startedAt = clock.instant();
        for (int attempt = 1; ; attempt++) {
            try {
                return task.run();
            } catch (RuntimeException failure) {
                Duration pause = randomPause(attempt);
                boolean beforeDeadline =
                        Duration.between(startedAt, clock.instant())
                                        .plus(pause)
                                        .compareTo(limits.within())
                                <= 0;
                if (attempt >= limits.attempts() || !beforeDeadline || !retryable.test(failure)) {
                    throw failure;
                }
                sleep(failure, pause);
            }
        }
    }

    private Duration randomPause(int attempt) {
        long longest = limits.longest().toNanos();
        long doubled = limits.first().toNanos();
        for (int i = 1; i < attempt && doubled < longest; i++) {
            doubled = doubled > longest / 2 ? longest : doubled * 2;
        }
        return Duration.ofNanos(random.nextLong(Math.min(doubled, longest) + 1));
    }

    private void sleep(RuntimeException failure, Duration pause) throws InterruptedException {
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException("Interrupted while an attempt failed");
            }
            sleeper.sleep(pause);
        } catch (InterruptedException interruption) {
            interruption.addSuppressed(failure);
            throw interruption;
        }
    }

    /** Waits for a pause: {@code Thread::sleep} in production, a moved clock in tests. */
    @FunctionalInterface
    public interface Sleeper {

        void sleep(Duration pause) throws InterruptedException;
    }

    /**
     * Limits of a retry.
     *
     * @param attempts maximum number of attempts, including the first
     * @param within no attempt starts later than this after the start of the first
     * @param first the longest pause before the second attempt
     * @param longest no pause is longer than this
     */
    public record Limits(int attempts, Duration within, Duration first, Duration longest) {

        private static final Duration NO_DEADLINE = Duration.ofSeconds(Long.MAX_VALUE);

        public Limits {
            if (attempts < 1) {
                throw new IllegalArgumentException("At least one attempt is made, not " + attempts);
            }
            if (within.isNegative() || first.isNegative() || longest.compareTo(first) < 0) {
                throw new IllegalArgumentException(
                        "Pauses grow from %s to %s within %s: none may be negative, the first not the longest"
                                .formatted(first, longest, within));
            }
        }

        /** This number of attempts, without a deadline; pauses from a tenth of a second to ten seconds. */
        public static Limits attempts(int attempts) {
            return new Limits(
                    attempts, NO_DEADLINE, Duration.ofMillis(100), Duration.ofSeconds(10));
        }

        /** Attempts until this time has passed; pauses from a tenth of a second to ten seconds. */
        public static Limits deadline(Duration within) {
            return attempts(Integer.MAX_VALUE).within(within);
        }

        public Limits within(Duration deadline) {
            return new Limits(attempts, deadline, first, longest);
        }

        public Limits pauses(Duration first, Duration longest) {
            return new Limits(attempts, within, first, longest);
        }
    }
}
