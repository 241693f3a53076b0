package slipway.simulate;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was so at every time, averaged over equal stretches. Nobody knows beforehand how long a replay takes: when its
 * stretches are used up, every two become one. So stretches of two curves that begin together fit each other.
 */
public final class TimeAverages {

    /** What is followed. Accelerators are in thousandths. */
    public enum Series {
        USED,
        FRAGMENTED,
        UNAVAILABLE,
        PENDING_JOBS,
        PENDING_THOUSANDTHS
    }

    private static final int STRETCHES = 512;
    private static final Series[] LINES = Series.values();

    private final long from;
    private long width = 1_000;
    private int count;

    /** The sum over time of each line in each stretch. */
    private final Map<Series, double[]> sums = new EnumMap<>(Series.class);

    TimeAverages(long from) {
        this.from = from;
        for (Series line : LINES) {
            sums.put(line, new double[STRETCHES]);
        }
    }

    private double[] sums(Series line) {
        return java.util.Objects.requireNonNull(sums.get(line));
    }

    long from() {
        return from;
    }

    /** The length of a stretch, in milliseconds. */
    public long width() {
        return width;
    }

    public int intervals() {
        return count;
    }

    /** The mean of a line over one stretch. */
    public double mean(Series line, int stretch) {
        return sums(line)[stretch] / width;
    }

    /** It was so between these two instants; the values in the order of the lines. */
    void add(long since, long until, long... values) {
        while (until - from > width * STRETCHES) {
            halve();
        }
        long at = since;
        while (at < until) {
            int stretch = (int) ((at - from) / width);
            long next = Math.min(until, from + (stretch + 1) * width);
            for (int line = 0; line < LINES.length; line++) {
                sums(LINES[line])[stretch] += (next - at) * (double) values[line];
            }
            count = Math.max(count, stretch + 1);
            at = next;
        }
    }

    private void halve() {
        for (double[] sum : sums.values()) {
            for (int at = 0; at < STRETCHES / 2; at++) {
                sum[at] = sum[2 * at] + sum[2 * at + 1];
            }
            Arrays.fill(sum, STRETCHES / 2, STRETCHES, 0);
        }
        width *= 2;
        count = (count + 1) / 2;
    }

    /** The sum of several that begin together. */
    static TimeAverages sum(List<TimeAverages> all) {
        var sum = new TimeAverages(all.getFirst().from);
        long widest = all.stream().mapToLong(TimeAverages::width).max().orElseThrow();
        for (TimeAverages each : all) {
            var copy = each.copy();
            while (copy.width < widest) {
                copy.halve();
            }
            while (sum.width < widest) {
                sum.halve();
            }
            for (Series line : LINES) {
                for (int at = 0; at < STRETCHES; at++) {
                    sum.sums(line)[at] += copy.sums(line)[at];
                }
            }
            sum.count = Math.max(sum.count, copy.count);
        }
        return sum;
    }

    private TimeAverages copy() {
        var copy = new TimeAverages(from);
        copy.width = width;
        copy.count = count;
        for (Series line : LINES) {
            System.arraycopy(sums(line), 0, copy.sums(line), 0, STRETCHES);
        }
        return copy;
    }
}
