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
import slipway.plan.pilot.PilotResult.Part;
import slipway.plan.reliability.CheckpointOptimizerBytes;
import slipway.plan.reliability.CheckpointScenario;
import slipway.plan.reliability.InterruptionRate;
import slipway.plan.reliability.ReliabilityModel;

/** Adds up a whole run, each part by its own cadence. All times within are seconds. */
final class RunExtrapolation {

    /** Two hundred years: more than is ever planned, and less than a length of time can hold. */
    private static final double FOREVER = 6.3e9;

    /** So far off may be what was seen once or twice: a start, a save, an evaluation. */
    private static final double SELDOM_SEEN = 0.25;

    /** Accelerators of one machine, as failures are told. */
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

    /** What happens from time to time. */
    private record Rarely(long times, double each) {

        static final Rarely NEVER = new Rarely(0, 0);

        double all() {
            return times * each;
        }
    }

    FullRunEstimate whole() {
        double starting = PilotAnalysis.seconds(pilotResult.start());
        long left = Math.max(0, fullRunGoal.steps() - pilotResult.first());
        double step = PilotAnalysis.seconds(pilotResult.step().value());
        double training = left * step;
        Rarely evaluating = evaluating();
        double between = fullRunGoal.often().saving().map(PilotAnalysis::seconds).orElse(0.0);
        Rarely saving = saving(training + evaluating.all(), between);
        if (pilotResult.peak().equals(PilotTrace.Peak.UNSEEN)) {
            remarks.add(
                    "It was over before its memory was looked at: more steps show it, --steps.");
        }
        double busy = starting + training + saving.all() + evaluating.all();
        InterruptionRate interruptionRate = interruptions();
        double lost = lost(saving, busy);
        Estimate<Double> failures =
                interruptionRate.all().map(perDay -> Math.min(FOREVER, perDay * busy / 86_400));
        double value = busy + failures.value() * lost;
        double seldom =
                SELDOM_SEEN * Math.hypot(starting, Math.hypot(saving.all(), evaluating.all()));
        double below =
                apart(
                        left * (step - PilotAnalysis.seconds(pilotResult.step().low())),
                        seldom,
                        (failures.value() - failures.low()) * lost);
        double above =
                apart(
                        left * (PilotAnalysis.seconds(pilotResult.step().high()) - step),
                        seldom,
                        (failures.high() - failures.value()) * lost);
        var grounds = new ArrayList<Ground>(pilotResult.step().grounds());
        grounds.addAll(interruptionRate.all().grounds());
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
                        duration(saving.all()),
                        duration(evaluating.all()),
                        duration(failures.value() * lost));
        return whole(time, parts, saving.times(), evaluating.times(), interruptionRate);
    }

    private FullRunEstimate whole(
            Estimate<Duration> time,
            FullRunEstimate.Parts parts,
            long saves,
            long evaluates,
            InterruptionRate interruptionRate) {
        Estimate<GpuTime> held = time.map(this::held);
        Optional<GpuTime> ofEpoch =
                fullRunGoal
                        .epoch()
                        .map(
                                steps ->
                                        held(
                                                duration(
                                                        PilotAnalysis.seconds(time.value())
                                                                * steps
                                                                / fullRunGoal.steps())));
        Optional<Estimate<Money>> cost = fullRunGoal.price().map(price -> held.map(price::of));
        return new FullRunEstimate(
                time,
                parts,
                saves,
                evaluates,
                interruptionRate,
                best(parts),
                held,
                ofEpoch,
                cost,
                remarks);
    }

    private GpuTime held(Duration time) {
        return GpuTime.of(fullRunGoal.place().thousandths(), time);
    }

    private Rarely evaluating() {
        Optional<Long> every =
                fullRunGoal
                        .often()
                        .evaluates()
                        .or(() -> pilotResult.evaluation().flatMap(Part::apart));
        if (pilotResult.evaluation().isEmpty()) {
            if (fullRunGoal.often().evaluates().isPresent()) {
                remarks.add("No evaluation was seen, so none is in it: have the pilot do one.");
            }
            return Rarely.NEVER;
        }
        if (every.isEmpty()) {
            remarks.add("One evaluation was seen, and is in it once: say --evaluate-every STEPS.");
        }
        return rarely(pilotResult.evaluation().get(), every);
    }

    private Rarely saving(double work, double between) {
        if (pilotResult.save().isEmpty()) {
            remarks.add(
                    "No save was seen, so none is in it: have the pilot save once, and say so with"
                            + " \"doing\": \"save\".");
            return Rarely.NEVER;
        }
        Part save = pilotResult.save().get();
        if (fullRunGoal.often().saves().isEmpty() && between > 0) {
            return new Rarely((long) (work / between), PilotAnalysis.seconds(save.each()));
        }
        Optional<Long> every = fullRunGoal.often().saves().or(save::apart);
        if (every.isEmpty()) {
            remarks.add("One save was seen, and is in it once: say --save-every STEPS.");
        }
        return rarely(save, every);
    }

    private Rarely rarely(Part part, Optional<Long> every) {
        long times = every.map(steps -> fullRunGoal.steps() / Math.max(1, steps)).orElse(1L);
        return new Rarely(times, PilotAnalysis.seconds(part.each()));
    }

    /** What one failure costs: a place, a new start, and half of what is done between two saves. */
    private double lost(Rarely saving, double busy) {
        double between = busy / (saving.times() + 1);
        return PilotAnalysis.seconds(ReliabilityModel.WAITS)
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

    private Optional<Duration> best(FullRunEstimate.Parts parts) {
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
                        new CheckpointOptimizerBytes.Saved(bytes, Bytes.ZERO, Bytes.ZERO),
                        fullRunGoal.place().type(),
                        accelerators,
                        Math.ceilDiv(accelerators, fullRunGoal.place().machines()),
                        Optional.of(pilotResult.step().value()).filter(Duration::isPositive),
                        Optional.of(
                                CheckpointScenario.Speed.of(
                                        new Bytes(Math.max(1, Math.round(speed))))),
                        fullRunGoal.place().spot(),
                        false,
                        parts.training());
        return Optional.of(reliabilityModel.advise(checkpointScenario).every());
    }

    private static double apart(double one, double other, double third) {
        return Math.sqrt(one * one + other * other + third * third);
    }

    private static Duration duration(double seconds) {
        return PilotAnalysis.duration(Math.min(FOREVER, seconds));
    }
}
