package slipway.server.web.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.Bytes;
import slipway.base.Format;
import slipway.run.Workload;
import slipway.run.WorkloadCost;
import slipway.run.WorkloadState;
import slipway.server.web.chart.Chart;
import slipway.server.web.chart.Line;
import slipway.server.web.chart.Point;
import slipway.server.web.chart.Series;
import slipway.server.web.chart.Unit;
import slipway.server.web.cluster.Samples;
import slipway.server.web.cluster.Samples.Sample;
import slipway.server.web.part.Figure;
import slipway.server.web.part.Rounded;
import slipway.server.web.queue.Outlay;
import slipway.server.web.queue.Progress;
import slipway.server.web.queue.Scene;

/** The numbers of a workload: those of now, and how they went. */
final class Figures {

    private static final int MOST_POINTS = 400;
    private static final Duration SHORT = Duration.ofMinutes(2);

    private Figures() {}

    static List<Figure> of(
            Workload workload,
            Optional<Progress> progress,
            Samples usageSamples,
            Scene visibleWorkloads) {
        List<Figure> figures = new ArrayList<>();
        progress.ifPresent(
                said ->
                        figures.add(
                                said.share()
                                        .map(
                                                share ->
                                                        new Figure(
                                                                "Progress",
                                                                Rounded.percent(share),
                                                                said.text()))
                                        .orElse(new Figure("Progress", "open", said.text()))));
        visibleWorkloads
                .runner()
                .vitals(workload)
                .ends()
                .filter(_ -> workload.state() instanceof WorkloadState.Running)
                .ifPresent(
                        at ->
                                figures.add(
                                        new Figure(
                                                "Ends",
                                                visibleWorkloads.times().time(at),
                                                "if it goes on like this")));
        figures.add(time(workload, visibleWorkloads));
        figures.add(cost(workload, visibleWorkloads));
        boolean holds = workload.state().place().isPresent();
        if (holds) {
            usageSamples
                    .last()
                    .ifPresent(
                            last ->
                                    measured(
                                            workload,
                                            last,
                                            usageSamples,
                                            visibleWorkloads,
                                            figures));
        }
        figures.add(
                new Figure(
                        "Attempts",
                        Format.count(workload.trail().attempts()),
                        "%s failed, %s preempted"
                                .formatted(
                                        Format.count(workload.trail().failures()),
                                        Format.count(workload.trail().preempted()))));
        return figures;
    }

    /** What the books say, up to the last minute; without a price, which one is missing. */
    private static Figure cost(Workload workload, Scene visibleWorkloads) {
        WorkloadCost workloadCost = visibleWorkloads.cost(workload);
        return Outlay.of(workload, workloadCost)
                .map(
                        known ->
                                new Figure(
                                        known.title(),
                                        known.amount(),
                                        known.under().isEmpty()
                                                ? "nothing is known of how long it runs"
                                                : known.under()))
                .orElseGet(
                        () ->
                                new Figure(
                                        "Cost",
                                        "open",
                                        workloadCost.missing().orElse("nothing held yet")));
    }

    private static Figure time(Workload workload, Scene visibleWorkloads) {
        Instant now = visibleWorkloads.times().now();
        Instant since = workload.state().since();
        String took = Format.duration(Duration.between(since, now).abs());
        String from = "since " + visibleWorkloads.times().time(since);
        return switch (workload.state()) {
            case WorkloadState.Submitted _, WorkloadState.Queued _ ->
                    new Figure("Waiting for", took, from);
            case WorkloadState.Starting _ -> new Figure("Starting for", took, from);
            case WorkloadState.Running _ -> new Figure("Running for", took, from);
            case WorkloadState.Stopping(_, _, var stop) ->
                    new Figure(
                            "Stopping for",
                            took,
                            "at most until " + visibleWorkloads.times().time(stop.by()));
            case WorkloadState.Ended(_, _, _, var at) ->
                    new Figure(
                            "From submission to end",
                            Format.duration(
                                    Duration.between(workload.title().submitted(), at).abs()),
                            "submitted "
                                    + visibleWorkloads.times().time(workload.title().submitted()));
        };
    }

    private static void measured(
            Workload workload,
            Sample last,
            Samples usageSamples,
            Scene visibleWorkloads,
            List<Figure> figures) {
        if (last.utilisation().isPresent()) {
            figures.add(
                    new Figure(
                            "Utilisation",
                            Rounded.percent(last.utilisation().getAsDouble()),
                            "of " + visibleWorkloads.holds(workload)));
        }
        OptionalDouble busy = usageSamples.processors();
        if (busy.isPresent()) {
            figures.add(
                    new Figure(
                            "Processors busy",
                            Rounded.number(busy.getAsDouble()),
                            "of "
                                    + Format.number(visibleWorkloads.cpus(workload) / 1e3)
                                    + " that it may use"));
        }
        Bytes peak =
                usageSamples.all().stream()
                        .map(Sample::memory)
                        .max(java.util.Comparator.naturalOrder())
                        .orElse(last.memory());
        figures.add(
                new Figure("Memory", Format.bytes(last.memory()), "at most " + Format.bytes(peak)));
    }

    // How they went.

    static List<Chart> charts(Workload workload, Samples usageSamples, Scene visibleWorkloads) {
        List<Sample> all = usageSamples.all();
        if (all.size() < 3
                || Duration.between(all.getFirst().at(), all.getLast().at()).compareTo(SHORT) < 0) {
            return List.of();
        }
        var x = new Line.X.Time(all.getFirst().at(), all.getLast().at());
        List<Chart> charts = new ArrayList<>();
        if (all.stream().anyMatch(each -> each.utilisation().isPresent())) {
            charts.add(utilisation(usageSamples, x));
        }
        charts.add(processors(usageSamples, x));
        charts.add(memory(usageSamples, x));
        return charts;
    }

    private static Chart utilisation(Samples usageSamples, Line.X x) {
        List<Point> points = new ArrayList<>();
        for (int at : places(usageSamples)) {
            Sample sample = usageSamples.all().get(at);
            sample.utilisation().ifPresent(share -> points.add(Point.at(sample.at(), share)));
        }
        return chart(
                "utilisation",
                "Utilisation",
                "mean of its accelerators",
                Line.of(
                        Unit.PERCENT,
                        x,
                        Line.Y.of(0, 1, 0.5),
                        List.of(Series.of("Utilisation", Series.Role.USED, points))));
    }

    private static Chart processors(Samples usageSamples, Line.X x) {
        List<Point> points = new ArrayList<>();
        for (int at : places(usageSamples)) {
            usageSamples
                    .processors(at)
                    .ifPresent(busy -> points.add(Point.at(usageSamples.all().get(at).at(), busy)));
        }
        return chart(
                "processors",
                "Processors",
                "busy on its first node",
                Line.of(
                        Unit.DECIMAL,
                        x,
                        Line.Y.FROM_NOTHING,
                        List.of(Series.of("Processors busy", Series.Role.USED, points))));
    }

    private static Chart memory(Samples usageSamples, Line.X x) {
        List<Point> points = new ArrayList<>();
        for (int at : places(usageSamples)) {
            Sample sample = usageSamples.all().get(at);
            points.add(Point.at(sample.at(), (double) sample.memory().count()));
        }
        return chart(
                "memory",
                "Memory",
                "held on its first node",
                Line.of(
                        Unit.BYTES,
                        x,
                        Line.Y.FROM_NOTHING,
                        List.of(Series.of("Memory", Series.Role.MAIN, points))));
    }

    private static Chart chart(String id, String title, String note, Line lineChart) {
        return Chart.of(id, title, title + " over time, " + note, 150, lineChart).note(note);
    }

    /** Not more than a screen has room for; the last is always there. */
    private static List<Integer> places(Samples usageSamples) {
        int size = usageSamples.all().size();
        int step = Math.max(1, size / MOST_POINTS);
        List<Integer> places = new ArrayList<>();
        for (int at = (size - 1) % step; at < size; at += step) {
            places.add(at);
        }
        return places;
    }
}
