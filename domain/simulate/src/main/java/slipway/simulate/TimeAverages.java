package slipway.simulate;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Time series of averages over equal intervals. The length of a replay is not known in advance: when the intervals are
 * used up, each two are merged. So the intervals of two curves that begin together are aligned.
 */
public final class TimeAverages {

    /** The recorded quantities. Accelerators are in thousandths. */
    public enum Series {
        USED,
        FRAGMENTED,
        UNAVAILABLE,
        PENDING_JOBS,
        PENDING_THOUSANDTHS
    }

    private static final int INTERVALS = 512;
    private static final Series[] SERIES = Series.values();

    private final long origin;
    private long intervalMillis = 1_000;
    private int count;

    /** The integral over time of each series in each interval. */
    private final Map<Series, double[]> sums = new EnumMap<>(Series.class);

    TimeAverages(long from) {
        this.origin = from;
        for (Series series : SERIES) {
            sums.put(series, new double[INTERVALS]);
        }
    }

    private double[] sums(Series series) {
        return java.util.Objects.requireNonNull(sums.get(series));
    }

    /** The length of an interval, in milliseconds. */
    public long intervalMillis() {
        return intervalMillis;
    }

    public int intervals() {
        return count;
    }

    /** The mean of a series in one interval. */
    public double mean(Series series, int interval) {
        return sums(series)[interval] / intervalMillis;
    }

    /** Records values that were constant between two instants, in the order of the series. */
    void add(long since, long until, long... values) {
        while (until - origin > intervalMillis * INTERVALS) {
            mergePairs();
        }
        long at = since;
        while (at < until) {
            int interval = (int) ((at - origin) / intervalMillis);
            long next = Math.min(until, origin + (interval + 1) * intervalMillis);
            for (int series = 0; series < SERIES.length; series++) {
                sums(SERIES[series])[interval] += (next - at) * (double) values[series];
            }
            count = Math.max(count, interval + 1);
            at = next;
        }
    }

    private void mergePairs() {
        for (double[] sum : sums.values()) {
            for (int at = 0; at < INTERVALS / 2; at++) {
                sum[at] = sum[2 * at] + sum[2 * at + 1];
            }
            Arrays.fill(sum, INTERVALS / 2, INTERVALS, 0);
        }
        intervalMillis *= 2;
        count = (count + 1) / 2;
    }

    /** The sum of curves that begin together. */
    static TimeAverages sum(List<TimeAverages> all) {
        var sum = new TimeAverages(all.getFirst().origin);
        long widest = all.stream().mapToLong(TimeAverages::intervalMillis).max().orElseThrow();
        for (TimeAverages each : all) {
            var copy = each.copy();
            while (copy.intervalMillis < widest) {
                copy.mergePairs();
            }
            while (sum.intervalMillis < widest) {
                sum.mergePairs();
            }
            for (Series series : SERIES) {
                for (int at = 0; at < INTERVALS; at++) {
                    sum.sums(series)[at] += copy.sums(series)[at];
                }
            }
            sum.count = Math.max(sum.count, copy.count);
        }
        return sum;
    }

    private TimeAverages copy() {
        var copy = new TimeAverages(origin);
        copy.intervalMillis = intervalMillis;
        copy.count = count;
        for (Series series : SERIES) {
            System.arraycopy(sums(series), 0, copy.sums(series), 0, INTERVALS);
        }
        return copy;
    }
}
