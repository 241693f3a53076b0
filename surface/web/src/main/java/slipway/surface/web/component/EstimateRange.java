package slipway.surface.web.component;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import slipway.base.Estimate;
import slipway.base.text.Format;

/**
 * What was expected with its interval, and what came. The interval always takes the same middle part, so that a column
 * of them tells at a glance what lies inside; what came far off stretches the scale instead of leaving it.
 *
 * @param band the interval
 * @param expected where the estimate lies
 * @param real where reality lies
 * @param difference {@code +4.6 %} of what was expected
 */
public record EstimateRange(
        String words,
        BarSegment band,
        double expected,
        double real,
        String difference,
        boolean inside) {

    /** How much of the interval's width stands free on either side of it. */
    private static final double MARGIN = 1.0 / 3;

    private static final double EDGE = 0.04;

    /** What two things have in common that lie on one scale: how long they are, and how they are said. */
    public record Unit<T>(ToDoubleFunction<T> size, Function<T, String> form) {}

    /**
     * @param verb how reality is known: {@code measured}, {@code expected now}
     */
    public static <T extends Comparable<? super T>> EstimateRange of(
            Estimate<T> estimate, T reality, String verb, Unit<T> unit) {
        double low = SvgLengths.finite(unit.size().applyAsDouble(estimate.low()), "An estimate");
        double high = SvgLengths.finite(unit.size().applyAsDouble(estimate.high()), "An estimate");
        double value = unit.size().applyAsDouble(estimate.value());
        double real = SvgLengths.finite(unit.size().applyAsDouble(reality), "Reality");
        double margin = high > low ? (high - low) * MARGIN : Math.max(Math.abs(high) / 10, 1);
        Scale scale = Scale.over(low - margin, high + margin).holding(real);
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

        /** The same, or longer, so that this lies on it and not at its very edge. */
        Scale holding(double number) {
            double room = (until - from) * EDGE;
            return new Scale(Math.min(from, number - room), Math.max(until, number + room));
        }

        double at(double number) {
            return (number - from) / (until - from);
        }
    }
}
