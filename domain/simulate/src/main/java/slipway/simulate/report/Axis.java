package slipway.simulate.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import slipway.base.text.Format;

/**
 * An axis: maps numbers to positions.
 *
 * @param log whether equal lengths are equal ratios
 * @param ticks the labeled values
 * @param label formats a value
 */
record Axis(
        double least, double most, boolean log, List<Double> ticks, DoubleFunction<String> label) {

    private static final List<Long> SECONDS =
            List.of(
                    1L,
                    10L,
                    60L,
                    600L,
                    3_600L,
                    21_600L,
                    86_400L,
                    604_800L,
                    2_592_000L,
                    31_536_000L);
    private static final List<Long> STEPS =
            List.of(
                    1L,
                    5L,
                    15L,
                    60L,
                    300L,
                    900L,
                    3_600L,
                    10_800L,
                    21_600L,
                    43_200L,
                    86_400L,
                    172_800L,
                    604_800L,
                    1_209_600L,
                    2_592_000L,
                    7_776_000L,
                    31_536_000L,
                    315_360_000L);
    private static final int MOST_TICKS = 8;

    Axis {
        ticks = List.copyOf(ticks);
    }

    /** The position of a value, from 0 to 1. */
    double at(double value) {
        double clamped = Math.clamp(value, least, most);
        return log
                ? Math.log(clamped / least) / Math.log(most / least)
                : (clamped - least) / (most - least);
    }

    /** The label of a value. */
    String format(double tick) {
        return label.apply(tick);
    }

    /** Counts, from zero to a round number. */
    static Axis counts(double most) {
        double step = Math.max(1, round(Math.max(1, most) / 4)); // at least one job
        double top = Math.max(step, Math.ceil(most / step) * step);
        return new Axis(0, top, false, upTo(top, step), number -> Format.count(Math.round(number)));
    }

    /** Fractions, from 0 to 100 %. */
    static Axis fractions() {
        return new Axis(0, 1, false, List.of(0.0, 0.25, 0.5, 0.75, 1.0), Format::percent);
    }

    /** Fractions up to more than 100 %. */
    static Axis fractions(double most) {
        return new Axis(0, most, false, upTo(most, most > 0.5 ? 0.25 : most / 5), Format::percent);
    }

    /** Seconds since the beginning. */
    static Axis time(double most) {
        double step =
                STEPS.stream()
                        .filter(it -> most / it <= MOST_TICKS)
                        .findFirst()
                        .orElse(STEPS.getLast());
        double top = Math.max(most, 1);
        return new Axis(0, top, false, upTo(top, step), Axis::formatSeconds);
    }

    /** Durations on a logarithmic scale, from one second. */
    static Axis durations(double most) {
        double top =
                SECONDS.stream().filter(it -> it >= most).findFirst().orElse(SECONDS.getLast());
        double end = Math.max(10, top);
        return new Axis(
                1,
                end,
                true,
                SECONDS.stream().filter(it -> it <= end).map(Long::doubleValue).toList(),
                Axis::formatSeconds);
    }

    private static String formatSeconds(double seconds) {
        return Format.duration(Duration.ofSeconds(Math.round(seconds)));
    }

    private static List<Double> upTo(double most, double step) {
        List<Double> ticks = new ArrayList<>();
        for (int at = 0; at * step <= most * 1.000_001; at++) {
            ticks.add(at * step);
        }
        return ticks;
    }

    /** The next of 1, 2, 5, 10, 20, ... */
    private static double round(double number) {
        double power = Math.pow(10, Math.floor(Math.log10(number)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= number) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
