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
import slipway.plan.pilot.PilotResult.Activity;
import slipway.plan.pilot.PilotResult.Insufficient;
import slipway.plan.pilot.PilotResult.Measured;
import slipway.plan.pilot.PilotResult.Outcome;
import slipway.plan.pilot.PilotTrace.Point;

/** Analyzes the trace of a pilot. All times are in seconds. */
final class PilotAnalysis {

    /** An interval that is longer than the typical one by this factor and contains a checkpoint is a save. */
    private static final double SAVE_FACTOR = 1.5;

    /**
     * The least relative error of a step time from a few dozen steps: the load on the machine differs from day to day.
     */
    private static final double MIN_ERROR = 0.03;

    /** The same where the pilot did not settle. */
    private static final double UNSETTLED_ERROR = 0.15;

    /** Student's t for 5 % beyond each end with few groups. */
    private static final double STUDENT = 2;

    /** The most steps that are analyzed. */
    private static final int MAX_STEPS = 200_000;

    private final PilotTrace pilotTrace;
    private final List<Point> points;
    private final List<Interval> intervals = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private long steps;

    /**
     * The interval between two points of the trace.
     *
     * @param steps steps done in the interval
     */
    private record Interval(Point from, Point to, long steps) {

        double seconds() {
            return PilotAnalysis.seconds(to.at()) - PilotAnalysis.seconds(from.at());
        }

        double secondsPerStep() {
            return seconds() / steps;
        }

        boolean isTraining() {
            return steps > 0
                    && (from.phase() == PilotPhase.TRAIN || from.phase() == PilotPhase.UNTOLD);
        }
    }

    PilotAnalysis(PilotTrace pilotTrace) {
        this.pilotTrace = pilotTrace;
        this.points =
                pilotTrace.points().stream()
                        .dropWhile(it -> it.phase() == PilotPhase.START)
                        .toList();
    }

    Outcome analyze() {
        intervals();
        List<Interval> trained = intervals.stream().filter(Interval::isTraining).toList();
        double typical =
                trained.isEmpty() ? 0 : WarmUp.median(perStep(trained, Interval::secondsPerStep));
        List<Interval> saves = trained.stream().filter(it -> isSave(it, typical)).toList();
        List<Double> each =
                perStep(trained, it -> saves.contains(it) ? typical : it.secondsPerStep());
        return steps < WarmUp.MIN_STEPS || each.size() < WarmUp.MIN_STEPS
                ? tooFewSteps()
                : new Measured(result(each, typical, saves));
    }

    private void intervals() {
        for (int next = 1; next < points.size(); next++) {
            Point from = points.get(next - 1);
            Point to = points.get(next);
            if (to.step() < from.step()) {
                stepsWentBack(from, to);
            } else {
                intervals.add(new Interval(from, to, to.step() - from.step()));
                steps += to.step() - from.step();
            }
        }
    }

    /** Remarks that the step counter went back: it restarted, or the run resumed from an older checkpoint. */
    private void stepsWentBack(Point from, Point to) {
        if (remarks.isEmpty()) {
            remarks.add(
                    ("Its steps went back from %s to %s. If it counts anew with every epoch, say how many"
                                    + " there are in all: --total.")
                            .formatted(Format.count(from.step()), Format.count(to.step())));
        }
    }

    /** Whether an unreported save is in the interval: it left a checkpoint and took much longer than typical. */
    private boolean isSave(Interval stretch, double typical) {
        boolean left =
                pilotTrace.saves().stream()
                        .anyMatch(
                                at ->
                                        at.compareTo(stretch.from.at()) > 0
                                                && at.compareTo(stretch.to.at()) <= 0);
        return left
                && stretch.from.phase() == PilotPhase.UNTOLD
                && stretch.seconds() > stretch.steps * typical * SAVE_FACTOR;
    }

    /** One value for each step. */
    private static List<Double> perStep(List<Interval> some, ToDoubleFunction<Interval> each) {
        List<Double> all = new ArrayList<>();
        for (Interval stretch : some) {
            for (long step = 0; step < stretch.steps && all.size() < MAX_STEPS; step++) {
                all.add(each.applyAsDouble(stretch));
            }
        }
        return all;
    }

    private Outcome tooFewSteps() {
        return new Insufficient(
                "It did %s before it ended, and %d are the least that show anything."
                        .formatted(Format.count(steps, "step"), WarmUp.MIN_STEPS),
                pilotTrace.points().isEmpty()
                        ? "Have its script write a line with each step into the file that SLIPWAY_PROGRESS names:"
                                + " {\"step\": 12, \"total\": 400}."
                        : "Let it do more steps, and have it tell of each of them.");
    }

    private PilotResult result(List<Double> each, double typical, List<Interval> saves) {
        WarmUp warmUp = WarmUp.of(each);
        List<Double> settled = each.subList(warmUp.dropped(), each.size());
        Point first = points.getFirst();
        if (!warmUp.settled()) {
            remarks.add(
                    "Its steps differ much, so the interval is wide. More of them may help: --steps.");
        }
        return new PilotResult(
                first.at(),
                new PilotResult.Steps(
                        first.step(),
                        steps,
                        points.stream()
                                .flatMap(it -> it.total().stream())
                                .reduce((_, last) -> last)),
                new PilotResult.StepTimes(
                        warmUp,
                        step(settled, warmUp),
                        duration(WarmUp.median(settled)),
                        dataWaitShare()),
                activity(PilotPhase.SAVE, typical).or(() -> observed(saves, typical)),
                activity(PilotPhase.EVALUATE, typical),
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
                        ? mean * UNSETTLED_ERROR
                        : Math.sqrt(squares / (groups.size() - 1) / groups.size());
        double off =
                Math.max(
                        mean * (warmUp.settled() ? MIN_ERROR : UNSETTLED_ERROR),
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

    /** A reported activity, without the time of the steps reported with it. */
    private Optional<Activity> activity(PilotPhase pilotPhase, double typical) {
        List<Interval> reported =
                intervals.stream().filter(it -> it.from.phase() == pilotPhase).toList();
        return activity(reported, typical, true);
    }

    private static Optional<Activity> observed(List<Interval> saves, double typical) {
        return activity(saves, typical, false);
    }

    private static Optional<Activity> activity(
            List<Interval> some, double typical, boolean reported) {
        if (some.isEmpty()) {
            return Optional.empty();
        }
        double all =
                some.stream()
                        .mapToDouble(it -> Math.max(0, it.seconds() - it.steps * typical))
                        .sum();
        long between = some.getLast().from.step() - some.getFirst().from.step();
        return Optional.of(
                new Activity(
                        some.size(),
                        duration(all / some.size()),
                        Optional.of(between / Math.max(1, some.size() - 1)).filter(it -> it > 0),
                        reported));
    }

    private Optional<Double> dataWaitShare() {
        List<Point> reported = points.stream().filter(it -> it.dataWait().isPresent()).toList();
        if (reported.size() < 2) {
            return Optional.empty();
        }
        Point first = reported.getFirst();
        Point last = reported.getLast();
        double time = seconds(last.at()) - seconds(first.at());
        double waited =
                seconds(last.dataWait().orElseThrow()) - seconds(first.dataWait().orElseThrow());
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
