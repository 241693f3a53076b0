package slipway.surface.web.component;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import slipway.base.Estimate;
import slipway.base.text.Format;

/**
 * An estimate with its interval, and the actual value. The interval always has the same position and width, so that a
 * column of them can be compared; an outlier stretches the scale.
 *
 * @param band the interval
 * @param expected the position of the estimate
 * @param real the position of the actual value
 * @param difference the deviation from the estimate: {@code +4.6 %}
 */
public record EstimateRange(
        String words,
        BarSegment band,
        double expected,
        double real,
        String difference,
        boolean inside) {

    /** The free space on each side, as a share of the interval's width. */
    private static final double MARGIN = 1.0 / 3;

    private static final double EDGE = 0.04;

    /** The unit of both values: their size on the scale and their format. */
    public record Unit<T>(ToDoubleFunction<T> size, Function<T, String> form) {}

    /**
     * @param verb how the actual value is known: {@code measured}, {@code expected now}
     */
    public static <T extends Comparable<? super T>> EstimateRange of(
            Estimate<T> estimate, T reality, String verb, Unit<T> unit) {
        double low = SvgLengths.finite(unit.size().applyAsDouble(estimate.low()), "An estimate");
        double high = SvgLengths.finite(unit.size().applyAsDouble(estimate.high()), "An estimate");
        double value = unit.size().applyAsDouble(estimate.value());
        double real = SvgLengths.finite(unit.size().applyAsDouble(reality), "Reality");
        double margin = high > low ? (high - low) * MARGIN : Math.max(Math.abs(high) / 10, 1);
        Scale scale = Scale.over(low - margin, high + margin).including(real);
        boolean inside = estimate.contains(reality);
        String words =
                "Estimate %s; %s %s, %s the interval"
                        .formatted(
                                Format.estimate(estimate, unit.form()),
                                verb,
                                unit.form().apply(reality),
                                inside ? "inside" : "outside");
        return new EstimateRange(
                words,
                new BarSegment("band", scale.at(low), scale.at(high)),
                scale.at(value),
                scale.at(real),
                value == 0 ? "" : Format.change((real - value) / value),
                inside);
    }

    public String expectedAt() {
        return SvgLengths.percent(expected);
    }

    public String realAt() {
        return SvgLengths.percent(real);
    }

    private record Scale(double from, double until) {

        static Scale over(double from, double until) {
            return new Scale(from, until);
        }

        /** A scale that includes the number, with some distance to its ends. */
        Scale including(double number) {
            double edge = (until - from) * EDGE;
            return new Scale(Math.min(from, number - edge), Math.max(until, number + edge));
        }

        double at(double number) {
            return (number - from) / (until - from);
        }
    }
}
