package slipway.surface.web.gallery;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.chart.ChartUnit;
import slipway.surface.web.chart.GanttChart;
import slipway.surface.web.chart.GanttChart.Is;
import slipway.surface.web.chart.GanttChart.Place;
import slipway.surface.web.chart.ParallelCoordinates;
import slipway.surface.web.chart.ParallelCoordinates.Axis;
import slipway.surface.web.chart.ParetoChart;

/** Sample charts of plans and sweeps. */
final class PlanSamples {

    private static final Ground GROUND = new Ground(Source.MEASURED, "12 measured neighbors");
    private static final Optional<Instant> OPEN = Optional.empty();

    private PlanSamples() {}

    static Chart gantt(Instant now) {
        return Chart.of(
                        "gantt",
                        "Gantt",
                        "The next twelve hours by node. h100-b1 is reserved for glossa-7b-sft from 17:35.",
                        300,
                        new GanttChart(now, now, now.plus(Duration.ofHours(12)), rows(), bars(now)))
                .keys(
                        List.of(
                                new Chart.Key("running", "Running"),
                                new Chart.Key("service", "Service"),
                                new Chart.Key("planned", "Will start"),
                                new Chart.Key("reserved", "Reserved for the first in the queue"),
                                new Chart.Key("idle", "Held idle"),
                                new Chart.Key("failed", "Failed"),
                                new Chart.Key("drained", "Drained")));
    }

    private static List<GanttChart.Row> rows() {
        return List.of(
                new GanttChart.Row("h100-a1", "8 H100", 8),
                new GanttChart.Row("h100-b1", "8 H100", 8),
                new GanttChart.Row("h100-b2", "8 H100", 8));
    }

    private static List<GanttChart.Bar> bars(Instant now) {
        Instant before = now.minus(Duration.ofHours(9));
        Instant first = now.plus(Duration.ofMinutes(195));
        Optional<Instant> then = Optional.of(first);
        Instant six = now.plus(Duration.ofHours(6));
        Optional<Instant> soon = Optional.of(now.plus(Duration.ofMinutes(48)));
        Optional<Instant> late = Optional.of(now.plus(Duration.ofMinutes(565)));
        return List.of(
                bar(AwkwardNames.LONG, Is.RUNNING, new Place(0, 0, 8), before, OPEN),
                bar("seg-large-finetune", Is.RUNNING, new Place(1, 0, 4), before, then),
                bar("notebook-ana", Is.IDLE, new Place(1, 4, 2), before, soon),
                bar("Backfill window", Is.FREE, new Place(1, 6, 2), now, then),
                bar("glossa-7b-sft", Is.RESERVED, new Place(1, 0, 8), first, late),
                bar("assist-chat", Is.SERVICE, new Place(2, 0, 4), before, OPEN),
                bar(
                        "ranker-v12-train",
                        Is.BACKFILL,
                        new Place(2, 4, 2),
                        now.plusSeconds(4_800),
                        then),
                bar(AwkwardNames.RIGHT_TO_LEFT, Is.PLANNED, new Place(2, 4, 2), six, OPEN),
                bar("Drained", Is.DRAINED, new Place(2, 6, 1), now, Optional.of(six)),
                bar("Accelerator 7", Is.FAILED, new Place(2, 7, 1), before, OPEN));
    }

    private static GanttChart.Bar bar(
            String name, Is is, Place place, Instant start, Optional<Instant> end) {
        return new GanttChart.Bar(name, is, place, start, end, "");
    }

    static Chart pareto() {
        List<ParetoChart.Option> options = new ArrayList<>();
        options.add(labelled("8 own H100", 81.3, 1_293, "8 own"));
        options.add(chosen());
        options.add(labelled("16 H100, Nebius, spot", 38.9, 1_352, "16 spot"));
        options.add(labelled("32 H100, Nebius, spot", 21.2, 1_462, "32 spot"));
        options.add(labelled("64 H100, Nebius, spot", 11.7, 1_593, "64 spot"));
        options.add(labelled("128 H100, Lambda", 5.9, 2_884, "128 on demand"));
        options.add(ParetoChart.Option.of("24 own H100 in two racks", 52.9, 2_357));
        options.add(ParetoChart.Option.of("16 H100, AWS", 35.3, 3_843));
        options.add(ParetoChart.Option.of(AwkwardNames.HTML, 88, 2_970));
        return Chart.of(
                        "pareto",
                        "Pareto",
                        "Time until done against cost. 16 own H100 is the cheapest that meets the deadline.",
                        300,
                        new ParetoChart(
                                new ParetoChart.Axis(
                                        "Until done",
                                        ChartUnit.HOURS,
                                        96,
                                        24,
                                        limit(72, "Deadline 3 d")),
                                new ParetoChart.Axis(
                                        "Cost",
                                        ChartSamples.DOLLARS,
                                        4_500,
                                        1_000,
                                        limit(4_000, "Budget $4,000")),
                                options))
                .note("the line is the Pareto front");
    }

    private static Optional<ParetoChart.Limit> limit(double value, String name) {
        return Optional.of(new ParetoChart.Limit(value, name));
    }

    private static ParetoChart.Option labelled(String name, double x, double y, String label) {
        return new ParetoChart.Option(name, x, y, label, false, Optional.empty());
    }

    private static ParetoChart.Option chosen() {
        var sure =
                new ParetoChart.Intervals(
                        new Estimate<>(63.7, 60.9, 67.0, List.of(GROUND)),
                        new Estimate<>(1_322.0, 1_215.0, 1_449.0, List.of(GROUND)));
        return new ParetoChart.Option(
                "16 own H100 in one rack", 63.7, 1_322, "16 own H100", true, Optional.of(sure));
    }

    static Chart sweep() {
        List<ParallelCoordinates.Run> runs = new ArrayList<>();
        List<String> sizes = List.of("640", "896", "1,024", "1,280");
        for (int i = 0; i < 60; i++) {
            double rate = 0.0005 * Math.pow(16, (i * 37 % 60) / 60.0);
            double score = 0.54 - Math.abs(Math.log(rate / 0.002)) * 0.06 - (i * 13 % 7) * 0.01;
            Optional<String> colour = i == 14 ? Optional.of("c1") : Optional.empty();
            runs.add(
                    new ParallelCoordinates.Run(
                            "run " + i,
                            List.of(rate, sizes.get(i % 4), 4 + i % 9, score),
                            colour,
                            score > 0.52));
        }
        return Chart.of(
                        "parallel",
                        "Parallel",
                        "60 runs of a sweep. Learning rates near 0.002 reach the highest mAP.",
                        260,
                        new ParallelCoordinates(
                                List.of(
                                        new Axis.Measured(
                                                "Learning rate",
                                                ChartUnit.NUMBER,
                                                0.0005,
                                                0.008,
                                                true),
                                        new Axis.Chosen("Image size", sizes),
                                        new Axis.Measured(
                                                "Cost", ChartSamples.DOLLARS, 2, 14, false),
                                        new Axis.Measured(
                                                "mAP", ChartUnit.SCORE, 0.28, 0.56, false)),
                                runs))
                .note("a sweep; selected runs in color, the best in black");
    }
}
