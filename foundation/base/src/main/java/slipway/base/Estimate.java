package slipway.base;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A predicted value with its 90% interval and the grounds for it. No prediction is shown without its interval.
 *
 * @param low the 5th percentile
 * @param high the 95th percentile
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
            throw new IllegalArgumentException("An estimate of " + value + " needs grounds");
        }
        grounds = List.copyOf(grounds);
    }

    /** A known value, whose interval has no width. */
    public static <T extends Comparable<? super T>> Estimate<T> certain(T value, Ground ground) {
        return new Estimate<>(value, value, value, List.of(ground));
    }

    /**
     * This estimate in another unit, for example time converted to money at a price.
     *
     * @param increasing must be monotonic: a larger T gives no smaller U
     */
    public <U extends Comparable<? super U>> Estimate<U> map(
            Function<? super T, ? extends U> increasing) {
        return new Estimate<>(
                increasing.apply(value), increasing.apply(low), increasing.apply(high), grounds);
    }

    /** The same interval with one more ground. */
    public Estimate<T> withGround(Ground ground) {
        var extended = new ArrayList<>(grounds);
        extended.add(ground);
        return new Estimate<>(value, low, high, extended);
    }

    /** Whether the actual value is within the interval. */
    public boolean contains(T truth) {
        return low.compareTo(truth) <= 0 && truth.compareTo(high) <= 0;
    }

    /**
     * One ground of an estimate.
     *
     * @param sentence for people, as in "rests on: 12 measured neighbours (median error 4.1 %)"
     */
    public record Ground(Source source, String sentence) {

        public Ground {
            if (sentence.isBlank()) {
                throw new IllegalArgumentException("A ground needs a sentence");
            }
        }
    }

    /** The origin of a ground, from the most to the least reliable. */
    public enum Source {
        /** Measured in a recorded run. */
        MEASURED,
        /** Corrected by workloads that finished here. */
        CALIBRATED,
        /** Computed from a model of the hardware. */
        COMPUTED,
        /** Declared in the request or the spec. */
        DECLARED,
        /** Assumed, for lack of better information. */
        ASSUMED
    }
}
