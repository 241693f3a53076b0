package slipway.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Draws values of a type. A record with many parts is drawn by a lambda that draws its parts:
 *
 * <pre>{@code
 * Generator<Node> nodes = choices -> new Node(names.draw(choices), gpus.draw(choices));
 * }</pre>
 *
 * <p>The first choice is the simplest, and shrinking leads to it: zero, the first of several, the empty list, the
 * letter a.
 */
@FunctionalInterface
public interface Generator<T> {

    T draw(Choices choices);

    static <T> Generator<T> always(T value) {
        return _ -> value;
    }

    static Generator<Boolean> booleans() {
        return choices -> choices.upTo(1) == 1;
    }

    static Generator<Integer> ints() {
        return ints(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** From low to high, both included; simplest is what is nearest to zero. */
    static Generator<Integer> ints(int low, int high) {
        return longs(low, high).map(Math::toIntExact);
    }

    static Generator<Long> longs() {
        return longs(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** From low to high, both included; simplest is what is nearest to zero. */
    static Generator<Long> longs(long low, long high) {
        if (low > high) {
            throw new IllegalArgumentException(
                    "Nothing lies between %d and %d".formatted(low, high));
        }
        if (low >= 0) {
            return choices -> low + choices.upTo(high - low);
        }
        if (high < 0) {
            return choices -> high - choices.upTo(high - low);
        }
        return choices -> choices.upTo(1) == 0 ? choices.upTo(high) : -1 - choices.upTo(-1 - low);
    }

    @SafeVarargs
    static <T> Generator<T> choice(T... values) {
        var all = new ArrayList<T>();
        for (T value : values) {
            all.add(value);
        }
        return choice(all);
    }

    static <T> Generator<T> choice(List<T> values) {
        var all = List.copyOf(values);
        return choices -> all.get((int) choices.upTo(all.size() - 1L));
    }

    @SafeVarargs
    static <T> Generator<T> oneOf(Generator<? extends T>... gens) {
        var all = new ArrayList<Generator<? extends T>>();
        for (var generator : gens) {
            all.add(generator);
        }
        return choices -> choice(all).draw(choices).draw(choices);
    }

    /** Some more often than others: {@code weighted(weight(9, small), weight(1, huge))}. */
    @SafeVarargs
    static <T> Generator<T> weighted(Weight<? extends T>... weights) {
        var tickets = new ArrayList<Generator<? extends T>>();
        for (var weight : weights) {
            for (int i = 0; i < weight.times(); i++) {
                tickets.add(weight.gen());
            }
        }
        return choices -> choice(tickets).draw(choices).draw(choices);
    }

    static <T> Weight<T> weight(int times, Generator<T> generator) {
        return new Weight<>(times, generator);
    }

    record Weight<T>(int times, Generator<T> gen) {}

    /** Any valid text, with everything that breaks programs: see {@link Text}. */
    static Generator<String> strings() {
        return Text.troublesome();
    }

    /** Of these letters only; the first is the simplest. */
    static Generator<String> strings(String alphabet, int min, int max) {
        var letters = alphabet.codePoints().mapToObj(Character::toString).toList();
        return choice(letters).list(min, max).map(drawn -> String.join("", drawn));
    }

    default <U> Generator<U> map(Function<? super T, ? extends U> change) {
        return choices -> change.apply(draw(choices));
    }

    default <U> Generator<U> flatMap(Function<? super T, Generator<U>> next) {
        return choices -> next.apply(draw(choices)).draw(choices);
    }

    default <U, R> Generator<R> zip(
            Generator<U> other, BiFunction<? super T, ? super U, ? extends R> join) {
        return choices -> {
            T first = draw(choices);
            return join.apply(first, other.draw(choices));
        };
    }

    /** Only values that pass. Meant for rare exceptions: after a hundred rejected values the run is discarded. */
    default Generator<T> filter(Predicate<? super T> wanted) {
        return choices -> {
            for (int i = 0; i < 100; i++) {
                T drawn = draw(choices);
                if (wanted.test(drawn)) {
                    return drawn;
                }
            }
            throw new Choices.Discarded();
        };
    }

    default Generator<Optional<T>> optional() {
        return choices -> choices.upTo(3) == 0 ? Optional.empty() : Optional.of(draw(choices));
    }

    default Generator<List<T>> list() {
        return list(0, 50);
    }

    /** A choice before each element decides whether there is one, so that shrinking can remove any of them. */
    default Generator<List<T>> list(int min, int max) {
        return choices -> {
            long wish =
                    1 + (max - min) / 3L; // the mean number of elements beyond those that must be
            var drawn = new ArrayList<T>();
            boolean more = max > 0;
            while (more) {
                boolean optional = drawn.size() >= min;
                more =
                        choices.group(
                                        () -> {
                                            if (optional && choices.upTo(wish) == 0) {
                                                return false;
                                            }
                                            return drawn.add(draw(choices));
                                        })
                                && drawn.size() < max;
            }
            return List.copyOf(drawn);
        };
    }
}
