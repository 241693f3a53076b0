package slipway.testkit;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import slipway.testkit.Trial.Failure;

/**
 * A statement that holds for every value of a generator.
 *
 * <pre>{@code
 * Property.holds(longs().list(), numbers -> assertThat(sorted(numbers)).hasSameSizeAs(numbers));
 * }</pre>
 *
 * <p>Values come from the seeds 1, 2, 3 and so on: the same in every run, so that no build fails by chance. {@code
 * slipway.seeds} sets how many, for a long search; {@code slipway.seed} replays one. A value that fails is shrunk and
 * shown with the command that brings it back.
 */
public final class Property {

    private static final int USUAL_RUNS = 200;

    private Property() {}

    public static <T> void holds(Generator<T> gen, Check<? super T> check) {
        holds(USUAL_RUNS, gen, check);
    }

    public static <T> void holds(int runs, Generator<T> gen, Check<? super T> check) {
        Optional<Long> replayed = Optional.ofNullable(Long.getLong("slipway.seed"));
        int count = Integer.getInteger("slipway.seeds", runs);
        var seeds =
                replayed.map(List::of)
                        .orElseGet(() -> LongStream.rangeClosed(1, count).boxed().toList());
        holds(seeds, new Trial<>(gen, check));
    }

    static <T> void holds(List<Long> seeds, Trial<T> trial) {
        int discarded = 0;
        for (long seed : seeds) {
            try {
                trial.run(Choices.random(seed)).ifPresent(failure -> fail(seed, trial, failure));
            } catch (Choices.Discarded e) {
                discarded++;
            }
        }
        if (discarded * 2 > seeds.size()) {
            throw new AssertionError(
                    "%d of %d runs drew nothing: a filter is too strict; make what is wanted instead of waiting for it"
                            .formatted(discarded, seeds.size()));
        }
    }

    private static <T> void fail(long seed, Trial<T> trial, Failure<T> found) {
        Failure<T> smallest = Shrink.smallest(trial, found);
        throw new AssertionError(
                """
                Does not hold for %s
                  because  %s
                  first    %s (shrunk from this)
                  replay   ./slipway test --only %s --seed %d"""
                        .formatted(
                                Text.shown(smallest.value()),
                                smallest.cause().toString().strip().replaceAll("\\s+", " "),
                                Text.shown(found.value()),
                                RunningTest.find(),
                                seed),
                smallest.cause());
    }

    /** Throws what a failed assertion throws when the value is not as it should be. */
    @FunctionalInterface
    public interface Check<T> {

        void check(T value) throws Exception;
    }
}
