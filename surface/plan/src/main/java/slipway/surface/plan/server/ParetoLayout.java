package slipway.surface.plan.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import slipway.base.Money;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.chart.ChartUnit;
import slipway.surface.web.chart.ParetoChart;

/** Lays out a Pareto chart: axes with round steps, and labels that do not overlap. */
final class ParetoLayout {

    private static final double[] HOURS = {
        0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 720, 1_440, 4_380, 8_760, 26_280, 87_600
    };

    /** Points this many times further than the chosen one are omitted, because they would compress the rest. */
    private static final double MAX_DISTANCE = 4;

    private static final int TICKS = 5;
    private static final int LABELS = 5;

    /** The least distance of two labels, as a share of the axis. */
    private static final double LABEL_DISTANCE = 0.13;

    /** A limit beyond this multiple of the points is not drawn. */
    private static final double MAX_LIMIT = 1.6;

    private ParetoLayout() {}

    /**
     * One point.
     *
     * @param brief its label, if there is room
     */
    record Way(
            String name, String brief, double x, double y, Optional<ParetoChart.Intervals> sure) {}

    /** The titles and limits of the two axes. */
    record Frame(
            String title,
            String xName,
            ChartUnit xUnit,
            Optional<ParetoChart.Limit> xLimit,
            String yName,
            Optional<ParetoChart.Limit> yLimit,
            Money money) {}

    static Chart of(Frame frame, Way chosen, List<Way> others, String words) {
        double farX =
                MAX_DISTANCE
                        * Math.max(
                                chosen.x, frame.xLimit.map(ParetoChart.Limit::value).orElse(0.0));
        double farY = MAX_DISTANCE * chosen.y;
        List<Way> near =
                others.stream()
                        .filter(it -> !it.equals(chosen) && it.x <= farX && it.y <= farY)
                        .toList();
        double x = until(near, chosen, frame.xLimit, true);
        double y = until(near, chosen, frame.yLimit, false);
        List<Way> named = named(near, chosen, x);
        var options = new ArrayList<ParetoChart.Option>();
        near.forEach(
                it ->
                        options.add(
                                new ParetoChart.Option(
                                        it.name,
                                        it.x,
                                        it.y,
                                        named.contains(it) ? it.brief : "",
                                        false,
                                        Optional.empty())));
        options.add(
                new ParetoChart.Option(
                        chosen.name, chosen.x, chosen.y, chosen.brief, true, chosen.sure));
        boolean hours = frame.xUnit.equals(ChartUnit.HOURS);
        double stepX = hours ? hourStep(x) : step(x);
        double stepY = step(y);
        return Chart.of(
                "pareto",
                frame.title,
                words,
                300,
                new ParetoChart(
                        new ParetoChart.Axis(
                                frame.xName,
                                frame.xUnit,
                                rounded(x, stepX),
                                stepX,
                                frame.xLimit.filter(it -> it.value() <= rounded(x, stepX))),
                        new ParetoChart.Axis(
                                frame.yName,
                                ChartUnit.money(frame.money.currency()),
                                rounded(y, stepY),
                                stepY,
                                frame.yLimit.filter(it -> it.value() <= rounded(y, stepY))),
                        options));
    }

    private static double until(
            List<Way> near, Way chosen, Optional<ParetoChart.Limit> limit, boolean horizontal) {
        double most = near.stream().mapToDouble(it -> horizontal ? it.x : it.y).max().orElse(0);
        double own =
                chosen.sure
                        .map(it -> horizontal ? it.x().high() : it.y().high())
                        .orElse(horizontal ? chosen.x : chosen.y);
        double all =
                Math.max(
                        1e-9,
                        Math.max(
                                most,
                                Math.min(own, MAX_DISTANCE * (horizontal ? chosen.x : chosen.y))));
        return limit.map(ParetoChart.Limit::value)
                        .filter(it -> it <= MAX_LIMIT * all)
                        .map(it -> Math.max(all, it * 1.05))
                        .orElse(all)
                * 1.02;
    }

    /** The points of the front that get a label: those that are far enough from the chosen one and from each other. */
    private static List<Way> named(List<Way> near, Way chosen, double until) {
        var all = new ArrayList<>(near);
        all.add(chosen);
        List<Way> front =
                near.stream()
                        .filter(it -> all.stream().noneMatch(other -> beats(other, it)))
                        .sorted(Comparator.comparingDouble(Way::x))
                        .toList();
        var named = new ArrayList<Way>();
        for (Way it : front) {
            boolean free =
                    Math.abs(it.x - chosen.x) > LABEL_DISTANCE * until
                            && named.stream()
                                    .noneMatch(
                                            other ->
                                                    Math.abs(other.x - it.x)
                                                            < LABEL_DISTANCE * until);
            if (free && named.size() < LABELS) {
                named.add(it);
            }
        }
        return named;
    }

    private static boolean beats(Way other, Way one) {
        return other.x <= one.x && other.y <= one.y && (other.x < one.x || other.y < one.y);
    }

    private static double hourStep(double until) {
        for (double step : HOURS) {
            if (until / step <= TICKS) {
                return step;
            }
        }
        return step(until);
    }

    private static double step(double until) {
        double minStep = until / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(minStep)));
        for (double times : new double[] {1, 2, 2.5, 5}) {
            if (times * power >= minStep) {
                return times * power;
            }
        }
        return 10 * power;
    }

    private static double rounded(double until, double step) {
        return Math.ceil(until / step - 1e-9) * step;
    }
}
