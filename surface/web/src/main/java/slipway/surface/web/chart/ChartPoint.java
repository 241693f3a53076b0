package slipway.surface.web.chart;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A point of a line.
 *
 * @param x a time in milliseconds, or a step
 * @param y empty if nothing was measured: the line has a gap there
 */
public record ChartPoint(double x, OptionalDouble y) {

    public ChartPoint {
        if (!Double.isFinite(x) || (y.isPresent() && !Double.isFinite(y.getAsDouble()))) {
            throw new IllegalArgumentException("A point needs finite coordinates: " + x + ", " + y);
        }
    }

    public static ChartPoint at(Instant moment, double y) {
        return new ChartPoint(moment.toEpochMilli(), OptionalDouble.of(y));
    }

    public static ChartPoint gap(Instant moment) {
        return new ChartPoint(moment.toEpochMilli(), OptionalDouble.empty());
    }

    public static ChartPoint step(double step, double y) {
        return new ChartPoint(step, OptionalDouble.of(y));
    }

    List<@Nullable Object> json() {
        return Arrays.asList(number(x), y.isPresent() ? number(y.getAsDouble()) : null);
    }

    /** Writes a whole number without a decimal point, which makes a page with many points smaller. */
    static Number number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? (Number) (long) value : value;
    }
}
