package slipway.simulate.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.text.Format;
import slipway.simulate.SimulationResult;
import slipway.simulate.TimeAverages;
import slipway.simulate.TimeAverages.Series;

/** The figures over time. */
final class TimeFigures {

    private static final int POINTS = 200;
    private static final double WHOLE = 1_000;

    private final TimeAverages timeAverages;
    private final int intervalsPerPoint;
    private final List<Double> xs;

    /** Merges intervals so that no chart has more points than can be seen. */
    private TimeFigures(TimeAverages timeAverages) {
        this.timeAverages = timeAverages;
        this.intervalsPerPoint = Math.max(1, Math.ceilDiv(timeAverages.intervals(), POINTS));
        this.xs =
                IntStream.range(0, Math.ceilDiv(timeAverages.intervals(), intervalsPerPoint))
                        .mapToObj(
                                at ->
                                        (double) at
                                                * intervalsPerPoint
                                                * timeAverages.intervalMillis()
                                                / 1e3)
                        .toList();
    }

    static ReportFigure utilization(SimulationResult simulationResult) {
        var time = new TimeFigures(simulationResult.curves());
        double all = simulationResult.use().capacity() / WHOLE;
        List<Double> used = time.means(Series.USED, WHOLE);
        List<Double> pieces = time.means(Series.FRAGMENTED, WHOLE);
        List<Double> missing = time.means(Series.UNAVAILABLE, WHOLE);
        List<Double> free = new ArrayList<>();
        for (int at = 0; at < time.xs.size(); at++) {
            free.add(Math.max(0, all - used.get(at) - pieces.get(at) - missing.get(at)));
        }
        List<ChartLine> lines =
                List.of(
                        line("used", "used", used),
                        line("free beside others", "pieces", pieces),
                        line("free as whole nodes", "free", free),
                        line("failed or taken away", "broken", missing));
        String sentence =
                "Of %s, %s were used from the first submission to the last end."
                        .formatted(
                                Format.count(Math.round(all), "accelerator"),
                                Format.percent(simulationResult.use().utilization()));
        return time.figure("Accelerators", sentence, Axis.counts(all), lines, true);
    }

    static ReportFigure queue(
            SimulationResult simulationResult, Optional<SimulationResult> baseline) {
        var time = new TimeFigures(simulationResult.curves());
        List<ChartLine> lines = new ArrayList<>();
        lines.add(line("waiting jobs", "queued", time.means(Series.PENDING_JOBS, 1)));
        baseline.ifPresent(
                it ->
                        lines.add(
                                line(
                                        "today",
                                        "idle",
                                        time.resample(
                                                new TimeFigures(it.curves()),
                                                Series.PENDING_JOBS))));
        double most = most(lines);
        String sentence =
                "Jobs wait %s on average; when it is worst, about %s wait."
                        .formatted(
                                ResultSentences.meanDuration(simulationResult.waitTimes().mean()),
                                Format.count(Math.round(most(lines.subList(0, 1)))));
        return time.figure("Queue", sentence, Axis.counts(most), lines, false);
    }

    static ReportFigure fragmentation(SimulationResult simulationResult) {
        var time = new TimeFigures(simulationResult.curves());
        double all = Math.max(1, simulationResult.use().capacity());
        List<ChartLine> lines =
                List.of(line("free beside others", "pieces", time.means(Series.FRAGMENTED, all)));
        double mean = lines.getFirst().values().stream().mapToDouble(it -> it).average().orElse(0);
        String sentence =
                "On average %s of all accelerators are free only in pieces, on nodes that others use too."
                        .formatted(Format.percent(mean));
        var svgChart = new SvgChart(Axis.time(time.end()), Axis.fractions(quarters(most(lines))));
        svgChart.line(time.xs, lines.getFirst());
        return new ReportFigure(
                "Fragmentation",
                sentence,
                svgChart.html(sentence),
                ReportFigures.head("after", lines),
                ReportFigures.rows(time.xs, TimeFigures::formatSeconds, lines, Format::percent));
    }

    private ReportFigure figure(
            String title, String sentence, Axis up, List<ChartLine> lines, boolean stacked) {
        var svgChart = new SvgChart(Axis.time(end()), up);
        if (stacked) {
            svgChart.stack(xs, lines);
        } else {
            lines.forEach(line -> svgChart.line(xs, line));
        }
        return new ReportFigure(
                title,
                sentence,
                svgChart.html(sentence),
                ReportFigures.head("after", lines),
                ReportFigures.rows(
                        xs, TimeFigures::formatSeconds, lines, it -> Format.number(it, 1)));
    }

    private static ChartLine line(String name, String tone, List<Double> values) {
        return new ChartLine(name, tone, values);
    }

    private static String formatSeconds(double seconds) {
        return Format.duration(Duration.ofSeconds(Math.round(seconds)));
    }

    /** Rounded up to the next quarter. */
    private static double quarters(double part) {
        return Math.clamp(Math.ceil(part * 4) / 4, 0.25, 1);
    }

    private static double most(List<ChartLine> lines) {
        return lines.stream()
                .flatMap(line -> line.values().stream())
                .mapToDouble(it -> it)
                .max()
                .orElse(0);
    }

    private double end() {
        return timeAverages.intervals() * timeAverages.intervalMillis() / 1e3;
    }

    private List<Double> means(Series series, double unit) {
        return IntStream.range(0, xs.size()).mapToObj(at -> mean(series, at) / unit).toList();
    }

    private double mean(Series series, int point) {
        int from = point * intervalsPerPoint;
        int until = Math.min(timeAverages.intervals(), from + intervalsPerPoint);
        return IntStream.range(from, until)
                .mapToDouble(at -> timeAverages.mean(series, at))
                .average()
                .orElse(0);
    }

    /** The other's values at the points of this one; zero after its end. */
    private List<Double> resample(TimeFigures other, Series series) {
        return xs.stream()
                .map(
                        x -> {
                            double width =
                                    other.intervalsPerPoint
                                            * other.timeAverages.intervalMillis()
                                            / 1e3;
                            int at = (int) (x / width);
                            return at < other.xs.size() ? other.mean(series, at) : 0.0;
                        })
                .toList();
    }
}
