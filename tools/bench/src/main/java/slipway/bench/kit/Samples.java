package slipway.bench.kit;

import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** Measured times in nanoseconds, sorted. */
public final class Samples {

    private final long[] nanos;

    private Samples(long[] sorted) {
        this.nanos = sorted;
    }

    public static Samples of(Collection<Long> nanos) {
        return new Samples(nanos.stream().mapToLong(Long::longValue).sorted().toArray());
    }

    public static Samples of(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Samples(sorted);
    }

    public static Samples joined(Collection<Samples> parts) {
        return of(parts.stream().flatMapToLong(part -> Arrays.stream(part.nanos)).toArray());
    }

    @Override
    public String toString() {
        return Arrays.toString(nanos);
    }

    public int size() {
        return nanos.length;
    }

    public double medianSeconds() {
        return seconds(0.5);
    }

    /** The quantile of a share, by the nearest rank. */
    public double seconds(double share) {
        if (nanos.length == 0) {
            throw new IllegalStateException("Nothing was measured");
        }
        int rank = (int) Math.ceil(share * nanos.length);
        return nanos[Math.clamp(rank - 1, 0, nanos.length - 1)]
                / (double) TimeUnit.SECONDS.toNanos(1);
    }

    /** The median of a few figures that are not times. */
    public static double median(Collection<Double> figures) {
        double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
