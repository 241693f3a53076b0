package slipway.simulate.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import slipway.base.text.Format;
import slipway.simulate.PackingResult;
import slipway.simulate.SimulationResult;

/** The figures of a page. */
final class ReportFigures {

    private static final int POINTS = 80;
    private static final int MOST_TEAMS = 40;

    private ReportFigures() {}

    static List<ReportFigure> of(SimulationFinding simulationFinding) {
        return switch (simulationFinding) {
            case SimulationFinding.Packed filled -> List.of(packing(filled.result()));
            case SimulationFinding.Replayed replayed when replayed.expansion().isPresent() ->
                    replayed(replayed.expansion().get().result(), Optional.of(replayed.result()));
            case SimulationFinding.Replayed replayed ->
                    replayed(replayed.result(), Optional.empty());
        };
    }

    /** @param baseline the result to compare with */
    private static List<ReportFigure> replayed(
            SimulationResult simulationResult, Optional<SimulationResult> baseline) {
        return List.of(
                TimeFigures.utilization(simulationResult),
                TimeFigures.queue(simulationResult, baseline),
                completionTimes(simulationResult, baseline),
                TimeFigures.fragmentation(simulationResult),
                fairness(simulationResult));
    }

    // Completion times.

    private static ReportFigure completionTimes(
            SimulationResult simulationResult, Optional<SimulationResult> baseline) {
        double longest = simulationResult.jct().quantile(1).toMillis() / 1e3;
        Axis across = Axis.durations(longest);
        List<Double> xs = logSpaced(across);
        List<ChartLine> lines = new ArrayList<>();
        lines.add(
                new ChartLine(
                        "ended after", "used", values(xs, completedWithin(simulationResult))));
        baseline.ifPresent(
                it -> lines.add(new ChartLine("today", "queued", values(xs, completedWithin(it)))));
        lines.add(
                new ChartLine(
                        "waited",
                        "idle",
                        values(
                                xs,
                                x ->
                                        simulationResult.waitTimes().upTo(seconds(x))
                                                / (double)
                                                        Math.max(
                                                                1,
                                                                simulationResult
                                                                        .waitTimes()
                                                                        .count()))));
        var svgChart = new SvgChart(across, Axis.fractions());
        lines.forEach(line -> svgChart.line(xs, line));
        String sentence =
                "Half of all jobs end " + ResultSentences.quantiles(simulationResult) + ".";
        return new ReportFigure(
                "How long jobs take",
                sentence,
                svgChart.html(sentence),
                head("within", lines),
                rows(xs, x -> Format.duration(seconds(x)), lines, Format::percent));
    }

    private static DoubleUnaryOperator completedWithin(SimulationResult simulationResult) {
        return x ->
                simulationResult.jct().upTo(seconds(x))
                        / (double) Math.max(1, simulationResult.jct().count());
    }

    private static Duration seconds(double x) {
        return Duration.ofMillis(Math.round(x * 1_000));
    }

    private static List<Double> logSpaced(Axis across) {
        return IntStream.rangeClosed(0, POINTS)
                .mapToObj(
                        at ->
                                across.least()
                                        * Math.pow(
                                                across.most() / across.least(),
                                                at / (double) POINTS))
                .toList();
    }

    private static List<Double> values(List<Double> xs, DoubleUnaryOperator of) {
        return xs.stream().map(of::applyAsDouble).toList();
    }

    // Teams.

    private static ReportFigure fairness(SimulationResult simulationResult) {
        List<SimulationResult.TeamResult> teams =
                simulationResult.teams().stream().limit(MOST_TEAMS).toList();
        List<StackedBars.Bar> bars =
                teams.stream()
                        .map(
                                team ->
                                        new StackedBars.Bar(
                                                team.team(),
                                                List.of(
                                                        team.meanWait(),
                                                        Math.max(
                                                                0,
                                                                team.meanJct() - team.meanWait())),
                                                ResultSentences.meanDuration(team.meanWait())
                                                        + " waited"))
                        .toList();
        String even =
                teams.size() < 2
                        ? ""
                        : " Evenness of their slowdowns: "
                                + Format.number(simulationResult.fairness(), 2)
                                + " of 1.";
        String sentence =
                "How long the jobs of each team waited (grey) and ran (blue) on average." + even;
        return new ReportFigure(
                "Teams",
                sentence,
                StackedBars.html(bars, List.of("queued", "used"), sentence),
                List.of("team", "jobs", "GPU-hours", "waited", "ended after", "slower by"),
                simulationResult.teams().stream().map(ReportFigures::row).toList());
    }

    private static List<String> row(SimulationResult.TeamResult team) {
        return List.of(
                team.team(),
                Format.count(team.jobs()),
                Format.count(Math.round(team.used())),
                ResultSentences.meanDuration(team.meanWait()),
                ResultSentences.meanDuration(team.meanJct()),
                Format.number(team.slowdown(), 1) + "x");
    }

    // Packing.

    private static ReportFigure packing(PackingResult packingResult) {
        int points =
                packingResult.runs().stream()
                        .mapToInt(run -> run.inPlace().curve().size())
                        .min()
                        .orElse(0);
        List<Double> xs = IntStream.rangeClosed(1, points).mapToObj(at -> at / 100.0).toList();
        List<ChartLine> lines =
                List.of(
                        new ChartLine(
                                "placed once",
                                "used",
                                curve(packingResult, points, PackingResult.Run::inPlace)),
                        new ChartLine(
                                "moved together",
                                "good",
                                curve(packingResult, points, PackingResult.Run::consolidated)));
        var svgChart = new SvgChart(Axis.fractions(Math.max(1, points / 100.0)), Axis.fractions());
        lines.forEach(line -> svgChart.line(xs, line));
        String sentence =
                "The part of all accelerators that is allocated, by requests so far; the mean of %s."
                        .formatted(Format.count(packingResult.runs().size(), "seed"));
        return new ReportFigure(
                "How full it gets",
                sentence,
                svgChart.html(sentence),
                head("asked for", lines),
                rows(xs, Format::percent, lines, ResultSentences::precisePercent));
    }

    private static List<Double> curve(
            PackingResult packingResult,
            int points,
            Function<PackingResult.Run, PackingResult.Packing> which) {
        IntToDoubleFunction mean =
                at ->
                        packingResult.runs().stream()
                                .mapToDouble(run -> which.apply(run).curve().get(at))
                                .average()
                                .orElse(0);
        return IntStream.range(0, points).mapToDouble(mean).boxed().toList();
    }

    // Tables.

    static List<String> head(String first, List<ChartLine> lines) {
        List<String> head = new ArrayList<>(List.of(first));
        lines.forEach(line -> head.add(line.name()));
        return head;
    }

    static List<List<String>> rows(
            List<Double> xs,
            Function<Double, String> label,
            List<ChartLine> lines,
            Function<Double, String> value) {
        List<List<String>> rows = new ArrayList<>();
        for (int at = 0; at < xs.size(); at++) {
            List<String> row = new ArrayList<>(List.of(label.apply(xs.get(at))));
            for (ChartLine line : lines) {
                row.add(value.apply(line.values().get(at)));
            }
            rows.add(row);
        }
        return rows;
    }
}
