package slipway.base;

import java.time.Duration;

/**
 * An exact amount of accelerator use: one unit is a thousandth of an accelerator for one millisecond, so that halves
 * and two thousand jobs of 40 ms still add up. Shown in GPU-hours.
 *
 * @param millionths of a GPU-second
 */
public record GpuTime(long millionths) implements Comparable<GpuTime> {

    public static final GpuTime ZERO = new GpuTime(0);

    /** Units in one hour of one accelerator. */
    public static final long PER_HOUR = 3_600_000_000L;

    public GpuTime {
        if (millionths < 0) {
            throw new IllegalArgumentException("GPU time cannot be negative: " + millionths);
        }
    }

    /** Thousandths of an accelerator over a wall time: 500 is half an accelerator, 8,000 are eight. */
    public static GpuTime of(int thousandths, Duration wall) {
        return new GpuTime(Math.multiplyExact(wall.toMillis(), (long) thousandths));
    }

    public GpuTime plus(GpuTime more) {
        return new GpuTime(Math.addExact(millionths, more.millionths));
    }

    public GpuTime minus(GpuTime less) {
        return new GpuTime(Math.subtractExact(millionths, less.millionths));
    }

    @Override
    public int compareTo(GpuTime other) {
        return Long.compare(millionths, other.millionths);
    }
}
