package slipway.simulate.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.Format;
import slipway.simulate.Curves;
import slipway.simulate.Curves.Line;
import slipway.simulate.Result;

/** The figures whose axis is time. */
final class Overtime {

    private static final int POINTS = 200;
    private static final double WHOLE = 1_000;

    private final Curves timeAverages;
    private final int together;
    private final List<Double> xs;

    /** So many stretches of the curves make one point, so that no chart has more points than can be seen. */
    private Overtime(Curves timeAverages) {
        this.timeAverages = timeAverages;
        this.together = Math.max(1, Math.ceilDiv(timeAverages.stretches(), POINTS));
        this.xs =
                IntStream.range(0, Math.ceilDiv(timeAverages.stretches(), together))
                        .mapToObj(at -> (double) at * together * timeAverages.width() / 1e3)
                        .toList();
    }

    static Figure utilisation(Result simulationResult) {
        var time = new Overtime(simulationResult.curves());
        double all = simulationResult.use().capacity() / WHOLE;
        List<Double> used = time.means(Line.USED, WHOLE);
        List<Double> pieces = time.means(Line.PIECES, WHOLE);
        List<Double> missing = time.means(Line.MISSING, WHOLE);
        List<Double> free = new ArrayList<>();
        for (int at = 0; at < time.xs.size(); at++) {
            free.add(Math.max(0, all - used.get(at) - pieces.get(at) - missing.get(at)));
        }
        List<Strand> lines =
                List.of(
                        line("used", "used", used),
                        line("free beside others", "pieces", pieces),
                        line("free as whole nodes", "free", free),
                        line("failed or taken away", "broken", missing));
        String sentence =
                "Of %s, %s were used from the first submission to the last end."
                        .formatted(
                                Format.count(Math.round(all), "accelerator"),
                                Format.percent(simulationResult.use().utilisation()));
        return time.figure("Accelerators", sentence, Axis.counts(all), lines, true);
    }

    static Figure queue(Result simulationResult, Optional<Result> today) {
        var time = new Overtime(simulationResult.curves());
        List<Strand> lines = new ArrayList<>();
        lines.add(line("waiting jobs", "queued", time.means(Line.WAITING, 1)));
        today.ifPresent(
                it ->
                        lines.add(
                                line(
                                        "today",
                                        "idle",
                                        time.like(new Overtime(it.curves()), Line.WAITING))));
        double most = most(lines);
        String sentence =
                "Jobs wait %s on average; when it is worst, about %s wait."
                        .formatted(
                                Sentences.mean(simulationResult.waits().mean()),
                                Format.count(Math.round(most(lines.subList(0, 1)))));
        return time.figure("Queue", sentence, Axis.counts(most), lines, false);
    }

    static Figure fragments(Result simulationResult) {
        var time = new Overtime(simulationResult.curves());
        double all = Math.max(1, simulationResult.use().capacity());
        List<Strand> lines =
                List.of(line("free beside others", "pieces", time.means(Line.PIECES, all)));
        double mean = lines.getFirst().values().stream().mapToDouble(it -> it).average().orElse(0);
        String sentence =
                "On average %s of all accelerators are free only in pieces, on nodes that others use too."
                        .formatted(Format.percent(mean));
        var svgChart = new Chart(Axis.time(time.end()), Axis.parts(quarters(most(lines))));
        svgChart.line(time.xs, lines.getFirst());
        return new Figure(
                "Fragmentation",
                sentence,
                svgChart.html(sentence),
                Figures.head("after", lines),
                Figures.rows(time.xs, Overtime::after, lines, Format::percent));
    }

    private Figure figure(
            String title, String sentence, Axis up, List<Strand> lines, boolean stacked) {
        var svgChart = new Chart(Axis.time(end()), up);
        if (stacked) {
            svgChart.stack(xs, lines);
        } else {
            lines.forEach(line -> svgChart.line(xs, line));
        }
        return new Figure(
                title,
                sentence,
                svgChart.html(sentence),
                Figures.head("after", lines),
                Figures.rows(xs, Overtime::after, lines, it -> Format.number(it, 1)));
    }

    private static Strand line(String name, String tone, List<Double> values) {
        return new Strand(name, tone, values);
    }

    private static String after(double seconds) {
        return Format.duration(Duration.ofSeconds(Math.round(seconds)));
    }

    /** The next quarter of the whole. */
    private static double quarters(double part) {
        return Math.clamp(Math.ceil(part * 4) / 4, 0.25, 1);
    }

    private static double most(List<Strand> lines) {
        return lines.stream()
                .flatMap(line -> line.values().stream())
                .mapToDouble(it -> it)
                .max()
                .orElse(0);
    }

    private double end() {
        return timeAverages.stretches() * timeAverages.width() / 1e3;
    }

    private List<Double> means(Line line, double unit) {
        return IntStream.range(0, xs.size()).mapToObj(at -> mean(line, at) / unit).toList();
    }

    private double mean(Line line, int point) {
        int from = point * together;
        int until = Math.min(timeAverages.stretches(), from + together);
        return IntStream.range(from, until)
                .mapToDouble(at -> timeAverages.mean(line, at))
                .average()
                .orElse(0);
    }

    /** The other's values at this one's points; nothing waits any more after its end. */
    private List<Double> like(Overtime other, Line line) {
        return xs.stream()
                .map(
                        x -> {
                            double width = other.together * other.timeAverages.width() / 1e3;
                            int at = (int) (x / width);
                            return at < other.xs.size() ? other.mean(line, at) : 0.0;
                        })
                .toList();
    }
}
