package slipway.plan.pilot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.plan.pilot.PilotResult.Found;
import slipway.plan.pilot.PilotResult.Nothing;
import slipway.plan.pilot.PilotResult.Part;
import slipway.plan.pilot.PilotResult.Shown;
import slipway.plan.pilot.PilotTrace.Point;

/** Reads what was watched. All times within are seconds. */
final class PilotAnalysis {

    /** An interval so many times as long as the usual one, with a checkpoint in it, holds a save. */
    private static final double LONG = 1.5;

    /** Nobody knows a step better than this from a few dozen: tomorrow the machine has other neighbours. */
    private static final double SUREST = 0.03;

    /** The same where it did not settle. */
    private static final double UNSURE = 0.15;

    /** Student's t for one case of twenty beyond each end, with the few groups that there are. */
    private static final double STUDENT = 2;

    /** Of more steps the rest says the same. */
    private static final int MOST = 200_000;

    private final PilotTrace pilotTrace;
    private final List<Point> points;
    private final List<Stretch> stretches = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private long steps;

    /**
     * From one point to the next.
     *
     * @param steps that were done in it
     */
    private record Stretch(Point from, Point to, long steps) {

        double seconds() {
            return PilotAnalysis.seconds(to.at()) - PilotAnalysis.seconds(from.at());
        }

        double each() {
            return seconds() / steps;
        }

        boolean trains() {
            return steps > 0
                    && (from.does() == PilotPhase.TRAIN || from.does() == PilotPhase.UNTOLD);
        }
    }

    PilotAnalysis(PilotTrace pilotTrace) {
        this.pilotTrace = pilotTrace;
        this.points =
                pilotTrace.points().stream()
                        .dropWhile(it -> it.does() == PilotPhase.START)
                        .toList();
    }

    Found read() {
        stretches();
        List<Stretch> trained = stretches.stream().filter(Stretch::trains).toList();
        double usual = trained.isEmpty() ? 0 : WarmUp.median(expanded(trained, Stretch::each));
        List<Stretch> saved = trained.stream().filter(it -> isSave(it, usual)).toList();
        List<Double> each = expanded(trained, it -> saved.contains(it) ? usual : it.each());
        return steps < WarmUp.FEWEST || each.size() < WarmUp.FEWEST
                ? tooFew()
                : new Shown(piloted(each, usual, saved));
    }

    private void stretches() {
        for (int next = 1; next < points.size(); next++) {
            Point from = points.get(next - 1);
            Point to = points.get(next);
            if (to.step() < from.step()) {
                back(from, to);
            } else {
                stretches.add(new Stretch(from, to, to.step() - from.step()));
                steps += to.step() - from.step();
            }
        }
    }

    /** It began to count anew, or went on from something older. */
    private void back(Point from, Point to) {
        if (remarks.isEmpty()) {
            remarks.add(
                    ("Its steps went back from %s to %s. If it counts anew with every epoch, say how many"
                                    + " there are in all: --total.")
                            .formatted(Format.count(from.step()), Format.count(to.step())));
        }
    }

    /** One that does not say so itself: it left a checkpoint, and took much longer than usual. */
    private boolean isSave(Stretch stretch, double usual) {
        boolean left =
                pilotTrace.saves().stream()
                        .anyMatch(
                                at ->
                                        at.compareTo(stretch.from.at()) > 0
                                                && at.compareTo(stretch.to.at()) <= 0);
        return left
                && stretch.from.does() == PilotPhase.UNTOLD
                && stretch.seconds() > stretch.steps * usual * LONG;
    }

    /** One for each step. */
    private static List<Double> expanded(List<Stretch> some, ToDoubleFunction<Stretch> each) {
        List<Double> all = new ArrayList<>();
        for (Stretch stretch : some) {
            for (long step = 0; step < stretch.steps && all.size() < MOST; step++) {
                all.add(each.applyAsDouble(stretch));
            }
        }
        return all;
    }

    private Found tooFew() {
        return new Nothing(
                "It did %s before it ended, and %d are the least that show anything."
                        .formatted(Format.count(steps, "step"), WarmUp.FEWEST),
                pilotTrace.points().isEmpty()
                        ? "Have its script write a line with each step into the file that SLIPWAY_PROGRESS names:"
                                + " {\"step\": 12, \"total\": 400}."
                        : "Let it do more steps, and have it tell of each of them.");
    }

    private PilotResult piloted(List<Double> each, double usual, List<Stretch> saved) {
        WarmUp warmUp = WarmUp.of(each);
        List<Double> settled = each.subList(warmUp.dropped(), each.size());
        Point first = points.getFirst();
        if (!warmUp.settled()) {
            remarks.add(
                    "Its steps differ much, so the interval is wide. More of them may help: --steps.");
        }
        return new PilotResult(
                first.at(),
                first.step(),
                steps,
                points.stream().flatMap(it -> it.total().stream()).reduce((_, last) -> last),
                warmUp,
                step(settled, warmUp),
                duration(WarmUp.median(settled)),
                part(PilotPhase.SAVE, usual).or(() -> seen(saved, usual)),
                part(PilotPhase.EVALUATE, usual),
                waits(),
                pilotTrace.checkpoint(),
                pilotTrace.peak(),
                remarks);
    }

    private static Estimate<Duration> step(List<Double> settled, WarmUp warmUp) {
        double mean = mean(settled);
        List<Double> groups = new ArrayList<>();
        for (int at = 0; at + warmUp.group() <= settled.size(); at += warmUp.group()) {
            groups.add(mean(settled.subList(at, at + warmUp.group())));
        }
        double squares = groups.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
        double error =
                groups.size() < 2
                        ? mean * UNSURE
                        : Math.sqrt(squares / (groups.size() - 1) / groups.size());
        double off =
                Math.max(
                        mean * (warmUp.settled() ? SUREST : UNSURE),
                        Math.min(mean / 2, STUDENT * error));
        return new Estimate<>(
                duration(mean),
                duration(mean - off),
                duration(mean + off),
                List.of(
                        new Ground(
                                Source.MEASURED,
                                "%s of a pilot".formatted(Format.count(settled.size(), "step")))));
    }

    /** What it said itself. The steps that were told together with it are taken off. */
    private Optional<Part> part(PilotPhase pilotPhase, double usual) {
        List<Stretch> told = stretches.stream().filter(it -> it.from.does() == pilotPhase).toList();
        return part(told, usual, true);
    }

    private static Optional<Part> seen(List<Stretch> saved, double usual) {
        return part(saved, usual, false);
    }

    private static Optional<Part> part(List<Stretch> some, double usual, boolean told) {
        if (some.isEmpty()) {
            return Optional.empty();
        }
        double all =
                some.stream().mapToDouble(it -> Math.max(0, it.seconds() - it.steps * usual)).sum();
        long between = some.getLast().from.step() - some.getFirst().from.step();
        return Optional.of(
                new Part(
                        some.size(),
                        duration(all / some.size()),
                        Optional.of(between / Math.max(1, some.size() - 1)).filter(it -> it > 0),
                        told));
    }

    private Optional<Double> waits() {
        List<Point> told = points.stream().filter(it -> it.waited().isPresent()).toList();
        if (told.size() < 2) {
            return Optional.empty();
        }
        Point first = told.getFirst();
        Point last = told.getLast();
        double time = seconds(last.at()) - seconds(first.at());
        double waited =
                seconds(last.waited().orElseThrow()) - seconds(first.waited().orElseThrow());
        return time <= 0 ? Optional.empty() : Optional.of(Math.clamp(waited / time, 0, 1));
    }

    private static double mean(List<Double> some) {
        return some.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
