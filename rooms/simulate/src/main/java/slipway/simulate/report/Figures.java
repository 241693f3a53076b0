package slipway.simulate.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import slipway.base.Format;
import slipway.simulate.Packed;
import slipway.simulate.Result;

/** The figures of a page. */
final class Figures {

    private static final int POINTS = 80;
    private static final int MOST_TEAMS = 40;

    private Figures() {}

    static List<Figure> of(Finding simulationFinding) {
        return switch (simulationFinding) {
            case Finding.Filled filled -> List.of(packing(filled.packed()));
            case Finding.Replayed replayed when replayed.more().isPresent() ->
                    replayed(replayed.more().get().result(), Optional.of(replayed.result()));
            case Finding.Replayed replayed -> replayed(replayed.result(), Optional.empty());
        };
    }

    /**
     * @param today what it is compared with
     */
    private static List<Figure> replayed(Result simulationResult, Optional<Result> today) {
        return List.of(
                Overtime.utilisation(simulationResult),
                Overtime.queue(simulationResult, today),
                lengths(simulationResult, today),
                Overtime.fragments(simulationResult),
                fairness(simulationResult));
    }

    // How long jobs took.

    private static Figure lengths(Result simulationResult, Optional<Result> today) {
        double longest = simulationResult.jct().quantile(1).toMillis() / 1e3;
        Axis across = Axis.lengths(longest);
        List<Double> xs = spread(across);
        List<Strand> lines = new ArrayList<>();
        lines.add(new Strand("ended after", "used", values(xs, until(simulationResult))));
        today.ifPresent(it -> lines.add(new Strand("today", "queued", values(xs, until(it)))));
        lines.add(
                new Strand(
                        "waited",
                        "idle",
                        values(
                                xs,
                                x ->
                                        simulationResult.waits().upTo(seconds(x))
                                                / (double)
                                                        Math.max(
                                                                1,
                                                                simulationResult
                                                                        .waits()
                                                                        .count()))));
        var svgChart = new Chart(across, Axis.parts());
        lines.forEach(line -> svgChart.line(xs, line));
        String sentence = "Half of all jobs end " + Sentences.parts(simulationResult) + ".";
        return new Figure(
                "How long jobs take",
                sentence,
                svgChart.html(sentence),
                head("within", lines),
                rows(xs, x -> Format.duration(seconds(x)), lines, Format::percent));
    }

    private static DoubleUnaryOperator until(Result simulationResult) {
        return x ->
                simulationResult.jct().upTo(seconds(x))
                        / (double) Math.max(1, simulationResult.jct().count());
    }

    private static Duration seconds(double x) {
        return Duration.ofMillis(Math.round(x * 1_000));
    }

    private static List<Double> spread(Axis across) {
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

    private static Figure fairness(Result simulationResult) {
        List<Result.Part> teams = simulationResult.teams().stream().limit(MOST_TEAMS).toList();
        List<Bars.Bar> bars =
                teams.stream()
                        .map(
                                team ->
                                        new Bars.Bar(
                                                team.team(),
                                                List.of(
                                                        team.meanWait(),
                                                        Math.max(
                                                                0,
                                                                team.meanJct() - team.meanWait())),
                                                Sentences.mean(team.meanWait()) + " waited"))
                        .toList();
        String even =
                teams.size() < 2
                        ? ""
                        : " Evenness of their slowdowns: "
                                + Format.number(simulationResult.fairness(), 2)
                                + " of 1.";
        String sentence =
                "How long the jobs of each team waited (grey) and ran (blue) on average." + even;
        return new Figure(
                "Teams",
                sentence,
                Bars.html(bars, List.of("queued", "used"), sentence),
                List.of("team", "jobs", "GPU-hours", "waited", "ended after", "slower by"),
                simulationResult.teams().stream().map(Figures::row).toList());
    }

    private static List<String> row(Result.Part team) {
        return List.of(
                team.team(),
                Format.count(team.jobs()),
                Format.count(Math.round(team.used())),
                Sentences.mean(team.meanWait()),
                Sentences.mean(team.meanJct()),
                Format.number(team.slowdown(), 1) + "x");
    }

    // Packing.

    private static Figure packing(Packed packingResult) {
        int points =
                packingResult.runs().stream()
                        .mapToInt(run -> run.still().curve().size())
                        .min()
                        .orElse(0);
        List<Double> xs = IntStream.rangeClosed(1, points).mapToObj(at -> at / 100.0).toList();
        List<Strand> lines =
                List.of(
                        new Strand(
                                "placed once",
                                "used",
                                curve(packingResult, points, Packed.Run::still)),
                        new Strand(
                                "moved together",
                                "good",
                                curve(packingResult, points, Packed.Run::moved)));
        var svgChart = new Chart(Axis.parts(Math.max(1, points / 100.0)), Axis.parts());
        lines.forEach(line -> svgChart.line(xs, line));
        String sentence =
                "What is given away of all accelerators, by what was asked for so far; the mean of %s."
                        .formatted(Format.count(packingResult.runs().size(), "seed"));
        return new Figure(
                "How full it gets",
                sentence,
                svgChart.html(sentence),
                head("asked for", lines),
                rows(xs, Format::percent, lines, Sentences::exact));
    }

    private static List<Double> curve(
            Packed packingResult, int points, Function<Packed.Run, Packed.Filling> which) {
        IntToDoubleFunction mean =
                at ->
                        packingResult.runs().stream()
                                .mapToDouble(run -> which.apply(run).curve().get(at))
                                .average()
                                .orElse(0);
        return IntStream.range(0, points).mapToDouble(mean).boxed().toList();
    }

    // Tables.

    static List<String> head(String first, List<Strand> lines) {
        List<String> head = new ArrayList<>(List.of(first));
        lines.forEach(line -> head.add(line.name()));
        return head;
    }

    static List<List<String>> rows(
            List<Double> xs,
            Function<Double, String> label,
            List<Strand> lines,
            Function<Double, String> value) {
        List<List<String>> rows = new ArrayList<>();
        for (int at = 0; at < xs.size(); at++) {
            List<String> row = new ArrayList<>(List.of(label.apply(xs.get(at))));
            for (Strand line : lines) {
                row.add(value.apply(line.values().get(at)));
            }
            rows.add(row);
        }
        return rows;
    }
}
