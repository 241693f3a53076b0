package slipway.base;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What we expect, how sure we are, and why: a value, the interval that holds the truth nine times out of ten, and
 * what it rests on. A prediction never stands alone.
 *
 * @param low the truth is below this in one case of twenty
 * @param high the truth is above this in one case of twenty
 * @param grounds the strongest ground first; never empty
 */
public record Estimate<T extends Comparable<? super T>>(
        T value, T low, T high, List<Ground> grounds) {

    public Estimate {
        if (low.compareTo(value) > 0 || value.compareTo(high) > 0) {
            throw new IllegalArgumentException(
                    "%s is not between %s and %s".formatted(value, low, high));
        }
        if (grounds.isEmpty()) {
            throw new IllegalArgumentException(
                    "An estimate of " + value + " must rest on something");
        }
        grounds = List.copyOf(grounds);
    }

    /** A value that is known: the interval has no width. */
    public static <T extends Comparable<? super T>> Estimate<T> certain(T value, Ground ground) {
        return new Estimate<>(value, value, value, List.of(ground));
    }

    /**
     * The same knowledge in another unit, for example time turned into money at a price.
     *
     * @param increasing must keep the order: a larger T gives no smaller U
     */
    public <U extends Comparable<? super U>> Estimate<U> map(
            Function<? super T, ? extends U> increasing) {
        return new Estimate<>(
                increasing.apply(value), increasing.apply(low), increasing.apply(high), grounds);
    }

    /** The same interval, resting on one thing more. */
    public Estimate<T> withGround(Ground ground) {
        var extended = new ArrayList<>(grounds);
        extended.add(ground);
        return new Estimate<>(value, low, high, extended);
    }

    /** Whether reality came out within the interval. */
    public boolean contains(T truth) {
        return low.compareTo(truth) <= 0 && truth.compareTo(high) <= 0;
    }

    /**
     * One thing an estimate rests on.
     *
     * @param sentence for people, as in "rests on: 12 measured neighbours (median error 4.1 %)"
     */
    public record Ground(Source source, String sentence) {

        public Ground {
            if (sentence.isBlank()) {
                throw new IllegalArgumentException("A ground says in words what it is");
            }
        }
    }

    /** How a ground came to be known, from the firmest to the softest. */
    public enum Source {
        /** Somebody ran it and wrote down what happened. */
        MEASURED,
        /** Corrected by workloads that finished here. */
        CALIBRATED,
        /** Computed from a model of the hardware. */
        COMPUTED,
        /** The person who asks said so. */
        DECLARED,
        /** Nothing better was known. */
        ASSUMED
    }
}
