package slipway.surface.web.gallery;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import slipway.surface.web.chart.BarChart;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.chart.ChartPoint;
import slipway.surface.web.chart.ChartSeries;
import slipway.surface.web.chart.ChartSeries.Role;
import slipway.surface.web.chart.ChartUnit;
import slipway.surface.web.chart.Heatmap;
import slipway.surface.web.chart.LineChart;
import slipway.surface.web.chart.StackedChart;

/** A sample chart of every kind. */
final class ChartSamples {

    static final ChartUnit DOLLARS = ChartUnit.money(Currency.getInstance("USD"));

    private ChartSamples() {}

    static List<Chart> charts(Instant now) {
        return List.of(
                loss(),
                utilization(now),
                allocation(now),
                spent(),
                heat(),
                PlanSamples.gantt(now),
                PlanSamples.pareto(),
                PlanSamples.sweep());
    }

    private static Chart loss() {
        List<ChartPoint> raw =
                IntStream.range(3, 200)
                        .mapToObj(
                                i ->
                                        ChartPoint.step(
                                                i * 100,
                                                2 + 1.4 / Math.sqrt(i) + Math.sin(i * 2.3) * 0.04))
                        .toList();
        List<ChartPoint> mean =
                IntStream.range(3, 200)
                        .mapToObj(i -> ChartPoint.step(i * 100, 2 + 1.4 / Math.sqrt(i)))
                        .toList();
        LineChart chart =
                LineChart.of(
                                ChartUnit.DECIMAL,
                                new LineChart.X.Steps("Step", 0, 28_000),
                                LineChart.Y.of(1.8, 3, 0.4),
                                List.of(
                                        ChartSeries.of("Each step", Role.RAW, raw),
                                        ChartSeries.of("Loss", Role.MAIN, mean).labelled("2.10")))
                        .marks(List.of(new LineChart.Mark(8_971, "Resumed at 8,971")));
        return Chart.of(
                        "line",
                        "Line",
                        "Training loss falls from 2.8 to 2.1 by step 20,000.",
                        260,
                        chart)
                .note("loss by step, with the raw values behind it");
    }

    private static Chart utilization(Instant now) {
        List<ChartPoint> points = new ArrayList<>();
        List<ChartPoint> low = new ArrayList<>();
        List<ChartPoint> high = new ArrayList<>();
        for (int i = 0; i < 72; i++) {
            Instant at = now.minus(Duration.ofHours(72 - i));
            double share = 0.92 + Math.sin(i * 2.3) * 0.01;
            boolean queued = i >= 34 && i < 38;
            points.add(queued ? ChartPoint.gap(at) : ChartPoint.at(at, share));
            low.add(queued ? ChartPoint.gap(at) : ChartPoint.at(at, share - 0.04));
            high.add(queued ? ChartPoint.gap(at) : ChartPoint.at(at, share + 0.03));
        }
        LineChart chart =
                LineChart.of(
                                ChartUnit.PERCENT,
                                new LineChart.X.Time(now.minus(Duration.ofHours(72)), now),
                                LineChart.Y.of(0, 1, 0.5),
                                List.of(
                                        ChartSeries.of("Mean of 16", Role.USED, points)
                                                .between(low, high)))
                        .limits(List.of(new LineChart.Limit(0.4, "Low: 40 %")))
                        .marks(
                                List.of(
                                        LineChart.Mark.at(
                                                now.minus(Duration.ofHours(36)),
                                                "Queued 2 h 06 min")));
        return Chart.of(
                        "band",
                        "Band",
                        "Utilization is between 88 and 96 percent, except while queued.",
                        180,
                        chart)
                .note("mean of 16 accelerators, lowest to highest");
    }

    private static Chart allocation(Instant now) {
        return Chart.of(
                        "stack",
                        "Stack",
                        "Accelerators used, held idle, free and failed over a day; now 35, 2, 6 and 1.",
                        180,
                        new StackedChart(
                                ChartUnit.NUMBER,
                                44,
                                List.of(
                                        layer(
                                                "Used", "u3", now, 36, 38, 32, 40, 42, 27, 24, 30,
                                                34, 35),
                                        layer(
                                                "Held idle",
                                                "idle",
                                                now,
                                                0,
                                                0,
                                                2,
                                                2,
                                                2,
                                                2,
                                                2,
                                                0,
                                                2,
                                                2),
                                        layer(
                                                "Free", "drained", now, 8, 6, 10, 2, 0, 15, 17, 13,
                                                7, 6),
                                        layer(
                                                "Failed", "broken", now, 0, 0, 0, 0, 0, 0, 1, 1, 1,
                                                1))))
                .note("accelerators by state, of 44");
    }

    private static StackedChart.Layer layer(
            String name, String colour, Instant now, int... counts) {
        List<ChartPoint> points = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            Instant at = now.minus(Duration.ofMinutes(144L * (counts.length - 1 - i)));
            points.add(ChartPoint.at(at, counts[i]));
        }
        return new StackedChart.Layer(name, colour, points);
    }

    private static Chart spent() {
        List<String> days = IntStream.rangeClosed(1, 17).mapToObj(String::valueOf).toList();
        return Chart.of(
                        "bars",
                        "Bars",
                        "About $1,900 were spent every day of September, most of it by language.",
                        220,
                        new BarChart(
                                DOLLARS,
                                days,
                                " September",
                                List.of(
                                        row("language", 1_000),
                                        row("vision", 510),
                                        row(AwkwardNames.HTML, 320))))
                .note("spent by day and team")
                .keys(
                        List.of(
                                new Chart.Key("c1", "language"),
                                new Chart.Key("c2", "vision"),
                                new Chart.Key("c3", "another")));
    }

    private static BarChart.Row row(String name, int about) {
        return new BarChart.Row(
                name,
                IntStream.range(0, 17)
                        .mapToObj(i -> about + Math.rint(Math.sin(i * 2.3) * 80))
                        .toList());
    }

    private static Chart heat() {
        List<Heatmap.Cell> cells = new ArrayList<>();
        for (int row = 0; row < 7; row++) {
            for (int column = 0; column < 24; column++) {
                boolean unknown = row == 6 && column > 14;
                double share = Math.clamp(0.5 + Math.sin(column / 4.0) * 0.4 + row * 0.03, 0, 1);
                cells.add(
                        unknown
                                ? Heatmap.Cell.unknown(column, row)
                                : Heatmap.Cell.of(column, row, share));
            }
        }
        List<String> hours = IntStream.range(0, 24).mapToObj(i -> (i < 10 ? "0" : "") + i).toList();
        return Chart.of(
                        "heat",
                        "Heat map",
                        "Utilization by hour and day: highest from 04:00 to 10:00, lowest from 17:00 to 21:00.",
                        260,
                        new Heatmap(
                                ChartUnit.PERCENT,
                                "Utilization",
                                hours,
                                List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
                                cells,
                                OptionalDouble.of(1)))
                .note("utilization by hour of the day");
    }
}
