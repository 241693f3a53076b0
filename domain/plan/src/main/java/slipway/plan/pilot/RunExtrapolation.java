package slipway.plan.pilot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.GpuTime;
import slipway.base.Money;
import slipway.plan.pilot.FullRunGoal.Place;
import slipway.plan.pilot.PilotResult.Activity;
import slipway.plan.reliability.CheckpointOptimizerBytes;
import slipway.plan.reliability.CheckpointScenario;
import slipway.plan.reliability.InterruptionRate;
import slipway.plan.reliability.ReliabilityModel;

/** Extrapolates a full run from its pilot, each part with its own frequency. All times are in seconds. */
final class RunExtrapolation {

    /** A limit above any plan (200 years) that fits into a duration. */
    private static final double MAX_SECONDS = 6.3e9;

    /** The relative error of what was observed once or twice: a start, a save, an evaluation. */
    private static final double RARE_EVENT_ERROR = 0.25;

    /** Accelerators of a machine in published failure rates. */
    private static final int MACHINE = 8;

    private final PilotResult pilotResult;
    private final FullRunGoal fullRunGoal;
    private final ReliabilityModel reliabilityModel;
    private final List<String> remarks = new ArrayList<>();

    RunExtrapolation(
            PilotResult pilotResult, FullRunGoal fullRunGoal, ReliabilityModel reliabilityModel) {
        this.pilotResult = pilotResult;
        this.fullRunGoal = fullRunGoal;
        this.reliabilityModel = reliabilityModel;
    }

    /** An activity that recurs. */
    private record Recurring(long times, double each) {

        static final Recurring NEVER = new Recurring(0, 0);

        double total() {
            return times * each;
        }
    }

    FullRunEstimate estimate() {
        double starting = PilotAnalysis.seconds(pilotResult.start());
        long left = Math.max(0, fullRunGoal.steps() - pilotResult.steps().first());
        Estimate<Duration> measured = pilotResult.stepTimes().mean();
        double step = PilotAnalysis.seconds(measured.value());
        double training = left * step;
        Recurring evaluating = evaluating();
        double between =
                fullRunGoal.cadence().saveInterval().map(PilotAnalysis::seconds).orElse(0.0);
        Recurring saving = saving(training + evaluating.total(), between);
        remarkUnseenMemory();
        double busy = starting + training + saving.total() + evaluating.total();
        InterruptionRate interruptionRate = interruptions();
        double lost = lostPerFailure(saving, busy);
        Estimate<Double> failures =
                interruptionRate
                        .total()
                        .map(perDay -> Math.min(MAX_SECONDS, perDay * busy / 86_400));
        double value = busy + failures.value() * lost;
        double seldom =
                RARE_EVENT_ERROR
                        * Math.hypot(starting, Math.hypot(saving.total(), evaluating.total()));
        double below =
                rootSumSquares(
                        left * (step - PilotAnalysis.seconds(measured.low())),
                        seldom,
                        (failures.value() - failures.low()) * lost);
        double above =
                rootSumSquares(
                        left * (PilotAnalysis.seconds(measured.high()) - step),
                        seldom,
                        (failures.high() - failures.value()) * lost);
        var grounds = new ArrayList<Ground>(measured.grounds());
        grounds.addAll(interruptionRate.total().grounds());
        var time =
                new Estimate<>(
                        duration(value),
                        duration(Math.max(0, value - below)),
                        duration(value + above),
                        grounds);
        var parts =
                new FullRunEstimate.Parts(
                        duration(starting),
                        duration(training),
                        duration(saving.total()),
                        duration(evaluating.total()),
                        duration(failures.value() * lost));
        return estimate(time, parts, saving.times(), evaluating.times(), interruptionRate);
    }

    private void remarkUnseenMemory() {
        if (pilotResult.peak().equals(PilotTrace.Peak.UNSEEN)) {
            remarks.add(
                    "It was over before its memory was looked at: more steps show it, --steps.");
        }
    }

    private FullRunEstimate estimate(
            Estimate<Duration> time,
            FullRunEstimate.Parts parts,
            long saves,
            long evaluates,
            InterruptionRate interruptionRate) {
        Estimate<GpuTime> held = time.map(this::gpuTime);
        Optional<GpuTime> ofEpoch =
                fullRunGoal
                        .stepsPerEpoch()
                        .map(
                                steps ->
                                        gpuTime(
                                                duration(
                                                        PilotAnalysis.seconds(time.value())
                                                                * steps
                                                                / fullRunGoal.steps())));
        Optional<Estimate<Money>> cost = fullRunGoal.price().map(price -> held.map(price::of));
        return new FullRunEstimate(
                time,
                parts,
                new FullRunEstimate.Pauses(saves, evaluates, bestSaveInterval(parts)),
                interruptionRate,
                held,
                ofEpoch,
                cost,
                remarks);
    }

    private GpuTime gpuTime(Duration time) {
        return GpuTime.of(fullRunGoal.place().thousandths(), time);
    }

    private Recurring evaluating() {
        Optional<Long> every =
                fullRunGoal
                        .cadence()
                        .evaluateSteps()
                        .or(() -> pilotResult.evaluation().flatMap(Activity::stepsBetween));
        if (pilotResult.evaluation().isEmpty()) {
            if (fullRunGoal.cadence().evaluateSteps().isPresent()) {
                remarks.add("No evaluation was seen, so none is in it: have the pilot do one.");
            }
            return Recurring.NEVER;
        }
        if (every.isEmpty()) {
            remarks.add("One evaluation was seen, and is in it once: say --evaluate-every STEPS.");
        }
        return recurring(pilotResult.evaluation().get(), every);
    }

    private Recurring saving(double work, double between) {
        if (pilotResult.save().isEmpty()) {
            remarks.add(
                    "No save was seen, so none is in it: have the pilot save once, and say so with"
                            + " \"doing\": \"save\".");
            return Recurring.NEVER;
        }
        Activity save = pilotResult.save().get();
        if (fullRunGoal.cadence().saveSteps().isEmpty() && between > 0) {
            return new Recurring((long) (work / between), PilotAnalysis.seconds(save.each()));
        }
        Optional<Long> every = fullRunGoal.cadence().saveSteps().or(save::stepsBetween);
        if (every.isEmpty()) {
            remarks.add("One save was seen, and is in it once: say --save-every STEPS.");
        }
        return recurring(save, every);
    }

    private Recurring recurring(Activity part, Optional<Long> every) {
        long times = every.map(steps -> fullRunGoal.steps() / Math.max(1, steps)).orElse(1L);
        return new Recurring(times, PilotAnalysis.seconds(part.each()));
    }

    /** The cost of one failure: a wait for machines, a restart, and half of the work between two saves. */
    private double lostPerFailure(Recurring saving, double busy) {
        double between = busy / (saving.times() + 1);
        return PilotAnalysis.seconds(ReliabilityModel.RESTART_WAIT)
                + PilotAnalysis.seconds(pilotResult.start())
                + between / 2;
    }

    private InterruptionRate interruptions() {
        Place place = fullRunGoal.place();
        int perMachine =
                place.accelerated()
                        ? Math.max(1, Math.ceilDiv(place.accelerators(), place.machines()))
                        : MACHINE;
        return reliabilityModel.interruptions(
                place.type(), place.machines(), perMachine, place.spot());
    }

    private Optional<Duration> bestSaveInterval(FullRunEstimate.Parts parts) {
        boolean known =
                pilotResult.save().filter(it -> it.each().isPositive()).isPresent()
                        && pilotResult.checkpoint().filter(it -> it.count() > 0).isPresent();
        if (!known || !parts.training().isPositive()) {
            return Optional.empty();
        }
        Bytes bytes = pilotResult.checkpoint().orElseThrow();
        double speed =
                bytes.count() / PilotAnalysis.seconds(pilotResult.save().orElseThrow().each());
        int accelerators =
                fullRunGoal.place().accelerated()
                        ? fullRunGoal.place().accelerators()
                        : MACHINE * fullRunGoal.place().machines();
        var checkpointScenario =
                new CheckpointScenario(
                        new CheckpointOptimizerBytes.CheckpointSize(bytes, Bytes.ZERO, Bytes.ZERO),
                        new CheckpointScenario.Machines(
                                fullRunGoal.place().type(),
                                accelerators,
                                Math.ceilDiv(accelerators, fullRunGoal.place().machines()),
                                fullRunGoal.place().spot()),
                        Optional.of(pilotResult.stepTimes().mean().value())
                                .filter(Duration::isPositive),
                        Optional.of(
                                CheckpointScenario.Speed.of(
                                        new Bytes(Math.max(1, Math.round(speed))))),
                        false,
                        parts.training());
        return Optional.of(reliabilityModel.advise(checkpointScenario).interval().rounded());
    }

    private static double rootSumSquares(double one, double other, double third) {
        return Math.sqrt(one * one + other * other + third * third);
    }

    private static Duration duration(double seconds) {
        return PilotAnalysis.duration(Math.min(MAX_SECONDS, seconds));
    }
}
