package slipway.simulate;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** How lengths of time are spread: their mean and where each part of them ends. */
public final class Distribution {

    private final long[] sorted;

    private Distribution(long[] sorted) {
        this.sorted = sorted;
    }

    /** Of milliseconds, in any order. */
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

    /** In seconds; 0 of none. */
    public double mean() {
        return Arrays.stream(sorted).asDoubleStream().sum() / Math.max(1, sorted.length) / 1_000;
    }

    /** So long or shorter is this part of them: 0.5 is the median. Zero of none. */
    public Duration quantile(double part) {
        if (sorted.length == 0) {
            return Duration.ZERO;
        }
        int at = (int) Math.ceil(part * sorted.length) - 1;
        return Duration.ofMillis(sorted[Math.clamp(at, 0, sorted.length - 1)]);
    }

    /** How many are no longer than this. */
    public int upTo(Duration length) {
        int at = Arrays.binarySearch(sorted, length.toMillis() + 1);
        int first = at < 0 ? -at - 1 : at;
        while (first > 0 && sorted[first - 1] > length.toMillis()) {
            first--;
        }
        return first;
    }
}
