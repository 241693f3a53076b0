package slipway.surface.run.server.pages;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.Bytes;
import slipway.base.text.Format;
import slipway.run.attempt.UsageSamples;
import slipway.run.attempt.UsageSamples.Sample;
import slipway.run.cost.WorkloadCost;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.chart.ChartPoint;
import slipway.surface.web.chart.ChartSeries;
import slipway.surface.web.chart.ChartUnit;
import slipway.surface.web.chart.LineChart;
import slipway.surface.web.component.KeyFigure;
import slipway.surface.web.component.RoundedNumbers;

/** The key figures of a workload and their charts. */
final class WorkloadFigures {

    private static final int MAX_POINTS = 400;
    private static final Duration MIN_CHARTED = Duration.ofMinutes(2);

    private WorkloadFigures() {}

    static List<KeyFigure> of(
            Workload workload,
            Optional<ProgressLabel> progress,
            UsageSamples usageSamples,
            VisibleWorkloads visibleWorkloads) {
        List<KeyFigure> figures = new ArrayList<>();
        progress.ifPresent(
                label ->
                        figures.add(
                                label.share()
                                        .map(
                                                share ->
                                                        new KeyFigure(
                                                                "Progress",
                                                                RoundedNumbers.percent(share),
                                                                label.text()))
                                        .orElse(new KeyFigure("Progress", "open", label.text()))));
        visibleWorkloads
                .runner()
                .status(workload)
                .expectedEnd()
                .filter(_ -> workload.state() instanceof WorkloadState.Running)
                .ifPresent(
                        at ->
                                figures.add(
                                        new KeyFigure(
                                                "Ends",
                                                visibleWorkloads.times().time(at),
                                                "at the present speed")));
        figures.add(time(workload, visibleWorkloads));
        figures.add(cost(workload, visibleWorkloads));
        boolean holds = workload.state().currentPlacement().isPresent();
        if (holds) {
            usageSamples
                    .last()
                    .ifPresent(
                            last ->
                                    addMeasured(
                                            workload,
                                            last,
                                            usageSamples,
                                            visibleWorkloads,
                                            figures));
        }
        figures.add(
                new KeyFigure(
                        "Attempts",
                        Format.count(workload.history().attempts()),
                        "%s failed, %s preempted"
                                .formatted(
                                        Format.count(workload.history().failures()),
                                        Format.count(workload.history().preempted()))));
        return figures;
    }

    /** The metered cost, up to the last minute, or the missing price. */
    private static KeyFigure cost(Workload workload, VisibleWorkloads visibleWorkloads) {
        WorkloadCost workloadCost = visibleWorkloads.cost(workload);
        return CostLabel.of(workload, workloadCost)
                .map(
                        known ->
                                new KeyFigure(
                                        known.title(),
                                        known.amount(),
                                        known.under().isEmpty()
                                                ? "no estimate of its run time"
                                                : known.under()))
                .orElseGet(
                        () ->
                                new KeyFigure(
                                        "Cost",
                                        "open",
                                        workloadCost.missingPrices().orElse("no allocation yet")));
    }

    private static KeyFigure time(Workload workload, VisibleWorkloads visibleWorkloads) {
        Instant now = visibleWorkloads.times().now();
        Instant since = workload.state().since();
        String took = Format.duration(Duration.between(since, now).abs());
        String from = "since " + visibleWorkloads.times().time(since);
        return switch (workload.state()) {
            case WorkloadState.Submitted _, WorkloadState.Queued _ ->
                    new KeyFigure("Waiting for", took, from);
            case WorkloadState.Starting _ -> new KeyFigure("Starting for", took, from);
            case WorkloadState.Running _ -> new KeyFigure("Running for", took, from);
            case WorkloadState.Stopping(_, _, var stop) ->
                    new KeyFigure(
                            "Stopping for",
                            took,
                            "at most until " + visibleWorkloads.times().time(stop.deadline()));
            case WorkloadState.Ended(_, _, _, var at) ->
                    new KeyFigure(
                            "From submission to end",
                            Format.duration(
                                    Duration.between(workload.header().submitted(), at).abs()),
                            "submitted "
                                    + visibleWorkloads.times().time(workload.header().submitted()));
        };
    }

    private static void addMeasured(
            Workload workload,
            Sample last,
            UsageSamples usageSamples,
            VisibleWorkloads visibleWorkloads,
            List<KeyFigure> figures) {
        if (last.utilisation().isPresent()) {
            figures.add(
                    new KeyFigure(
                            "Utilization",
                            RoundedNumbers.percent(last.utilisation().getAsDouble()),
                            "of " + visibleWorkloads.holds(workload)));
        }
        OptionalDouble busy = usageSamples.processors();
        if (busy.isPresent()) {
            figures.add(
                    new KeyFigure(
                            "Processors busy",
                            RoundedNumbers.number(busy.getAsDouble()),
                            "of "
                                    + Format.number(visibleWorkloads.cpus(workload) / 1e3)
                                    + " allocated"));
        }
        Bytes peak =
                usageSamples.samples().stream()
                        .map(Sample::memory)
                        .max(java.util.Comparator.naturalOrder())
                        .orElse(last.memory());
        figures.add(
                new KeyFigure("Memory", Format.bytes(last.memory()), "peak " + Format.bytes(peak)));
    }

    static List<Chart> charts(
            Workload workload, UsageSamples usageSamples, VisibleWorkloads visibleWorkloads) {
        List<Sample> all = usageSamples.samples();
        if (all.size() < 3
                || Duration.between(all.getFirst().at(), all.getLast().at()).compareTo(MIN_CHARTED)
                        < 0) {
            return List.of();
        }
        var x = new LineChart.X.Time(all.getFirst().at(), all.getLast().at());
        List<Chart> charts = new ArrayList<>();
        if (all.stream().anyMatch(each -> each.utilisation().isPresent())) {
            charts.add(utilization(usageSamples, x));
        }
        charts.add(processors(usageSamples, x));
        charts.add(memory(usageSamples, x));
        return charts;
    }

    private static Chart utilization(UsageSamples usageSamples, LineChart.X x) {
        List<ChartPoint> points = new ArrayList<>();
        for (int at : sampleIndices(usageSamples)) {
            Sample sample = usageSamples.samples().get(at);
            sample.utilisation().ifPresent(share -> points.add(ChartPoint.at(sample.at(), share)));
        }
        return chart(
                "utilisation",
                "Utilization",
                "mean of its accelerators",
                LineChart.of(
                        ChartUnit.PERCENT,
                        x,
                        LineChart.Y.of(0, 1, 0.5),
                        List.of(ChartSeries.of("Utilization", ChartSeries.Role.USED, points))));
    }

    private static Chart processors(UsageSamples usageSamples, LineChart.X x) {
        List<ChartPoint> points = new ArrayList<>();
        for (int at : sampleIndices(usageSamples)) {
            usageSamples
                    .processors(at)
                    .ifPresent(
                            busy ->
                                    points.add(
                                            ChartPoint.at(
                                                    usageSamples.samples().get(at).at(), busy)));
        }
        return chart(
                "processors",
                "Processors",
                "busy on its first node",
                LineChart.of(
                        ChartUnit.DECIMAL,
                        x,
                        LineChart.Y.FROM_ZERO,
                        List.of(ChartSeries.of("Processors busy", ChartSeries.Role.USED, points))));
    }

    private static Chart memory(UsageSamples usageSamples, LineChart.X x) {
        List<ChartPoint> points = new ArrayList<>();
        for (int at : sampleIndices(usageSamples)) {
            Sample sample = usageSamples.samples().get(at);
            points.add(ChartPoint.at(sample.at(), (double) sample.memory().count()));
        }
        return chart(
                "memory",
                "Memory",
                "held on its first node",
                LineChart.of(
                        ChartUnit.BYTES,
                        x,
                        LineChart.Y.FROM_ZERO,
                        List.of(ChartSeries.of("Memory", ChartSeries.Role.MAIN, points))));
    }

    private static Chart chart(String id, String title, String note, LineChart lineChart) {
        return Chart.of(id, title, title + " over time, " + note, 150, lineChart).note(note);
    }

    /** The indices of at most twice {@link #MAX_POINTS} samples, always with the last. */
    private static List<Integer> sampleIndices(UsageSamples usageSamples) {
        int size = usageSamples.samples().size();
        int step = Math.max(1, size / MAX_POINTS);
        List<Integer> sampleIndices = new ArrayList<>();
        for (int at = (size - 1) % step; at < size; at += step) {
            sampleIndices.add(at);
        }
        return sampleIndices;
    }
}
