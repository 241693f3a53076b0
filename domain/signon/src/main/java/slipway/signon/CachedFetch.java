package slipway.signon;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import slipway.base.Problem;

/**
 * A document of the provider, fetched on first use and cached for an hour. One caller fetches while the others wait for
 * it. A failure is cached for ten seconds too, so that a failing provider gets a few requests per minute, however many
 * people sign in.
 */
final class CachedFetch<T> {

    private static final Duration MAX_AGE = Duration.ofHours(1);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(10);

    private final Supplier<T> fetch;
    private final InstantSource clock;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile Optional<Cached<T>> cached = Optional.empty();
    private volatile Optional<Failure> failure = Optional.empty();

    private record Cached<T>(T value, Instant at) {}

    private record Failure(Problem problem, Instant at) {}

    CachedFetch(Supplier<T> fetch, InstantSource clock) {
        this.fetch = fetch;
        this.clock = clock;
    }

    T value() {
        return youngerThan(MAX_AGE);
    }

    /** The cached value if it is young enough, otherwise a new one. */
    T youngerThan(Duration age) {
        return cached(age).orElseGet(() -> fetchOnce(age));
    }

    private T fetchOnce(Duration age) {
        fetching.lock();
        try {
            // Another caller may have fetched it while this one waited.
            return cached(age).orElseGet(this::fetchNow);
        } finally {
            fetching.unlock();
        }
    }

    private T fetchNow() {
        Instant now = clock.instant();
        failure.filter(last -> isWithin(PAUSE_AFTER_FAILURE, last.at(), now))
                .ifPresent(
                        last -> {
                            throw SignOnProblems.copyOf(last.problem());
                        });
        try {
            T value = fetch.get();
            cached = Optional.of(new Cached<>(value, now));
            failure = Optional.empty();
            return value;
        } catch (Problem problem) {
            failure = Optional.of(new Failure(problem, now));
            throw problem;
        }
    }

    private Optional<T> cached(Duration age) {
        Instant now = clock.instant();
        return cached.filter(entry -> isWithin(age, entry.at(), now)).map(Cached::value);
    }

    /** Takes the absolute difference, so that a value does not stay young when the clock is set back. */
    private static boolean isWithin(Duration age, Instant at, Instant now) {
        return Duration.between(at, now).abs().compareTo(age) < 0;
    }
}
