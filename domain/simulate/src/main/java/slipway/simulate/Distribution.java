package slipway.simulate;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The distribution of durations: mean and quantiles. */
public final class Distribution {

    private final long[] sorted;

    private Distribution(long[] sorted) {
        this.sorted = sorted;
    }

    /** From milliseconds, in any order. */
    static Distribution of(long[] millis) {
        long[] sorted = millis.clone();
        Arrays.sort(sorted);
        return new Distribution(sorted);
    }

    static Distribution together(List<Distribution> all) {
        return of(all.stream().flatMapToLong(each -> Arrays.stream(each.sorted)).toArray());
    }

    public int count() {
        return sorted.length;
    }

    /** In seconds; 0 for an empty distribution. */
    public double mean() {
        return Arrays.stream(sorted).asDoubleStream().sum() / Math.max(1, sorted.length) / 1_000;
    }

    /** The quantile: 0.5 is the median. Zero for an empty distribution. */
    public Duration quantile(double part) {
        if (sorted.length == 0) {
            return Duration.ZERO;
        }
        int at = (int) Math.ceil(part * sorted.length) - 1;
        return Duration.ofMillis(sorted[Math.clamp(at, 0, sorted.length - 1)]);
    }

    /** How many are at most this long. */
    public int upTo(Duration length) {
        int at = Arrays.binarySearch(sorted, length.toMillis() + 1);
        int first = at < 0 ? -at - 1 : at;
        while (first > 0 && sorted[first - 1] > length.toMillis()) {
            first--;
        }
        return first;
    }
}
