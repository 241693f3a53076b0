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
import slipway.plan.pilot.Piloted.Part;
import slipway.plan.pilot.Wanted.Place;
import slipway.plan.reliability.Interruptions;
import slipway.plan.reliability.Optimizer;
import slipway.plan.reliability.Question;
import slipway.plan.reliability.Reliability;

/** Adds up a whole run, each part by its own cadence. All times within are seconds. */
final class Reckoning {

    /** Two hundred years: more than is ever planned, and less than a length of time can hold. */
    private static final double FOREVER = 6.3e9;

    /** So far off may be what was seen once or twice: a start, a save, an evaluation. */
    private static final double SELDOM_SEEN = 0.25;

    /** Accelerators of one machine, as failures are told. */
    private static final int MACHINE = 8;

    private final Piloted piloted;
    private final Wanted wanted;
    private final Reliability reliability;
    private final List<String> remarks = new ArrayList<>();

    Reckoning(Piloted piloted, Wanted wanted, Reliability reliability) {
        this.piloted = piloted;
        this.wanted = wanted;
        this.reliability = reliability;
    }

    /** What happens from time to time. */
    private record Rarely(long times, double each) {

        static final Rarely NEVER = new Rarely(0, 0);

        double all() {
            return times * each;
        }
    }

    Whole whole() {
        double starting = Reading.seconds(piloted.start());
        long left = Math.max(0, wanted.steps() - piloted.first());
        double step = Reading.seconds(piloted.step().value());
        double training = left * step;
        Rarely evaluating = evaluating();
        double between = wanted.often().saving().map(Reading::seconds).orElse(0.0);
        Rarely saving = saving(training + evaluating.all(), between);
        if (piloted.peak().equals(Watched.Peak.UNSEEN)) {
            remarks.add(
                    "It was over before its memory was looked at: more steps show it, --steps.");
        }
        double busy = starting + training + saving.all() + evaluating.all();
        Interruptions interruptions = interruptions();
        double lost = lost(saving, busy);
        Estimate<Double> failures =
                interruptions.all().map(perDay -> Math.min(FOREVER, perDay * busy / 86_400));
        double value = busy + failures.value() * lost;
        double seldom =
                SELDOM_SEEN * Math.hypot(starting, Math.hypot(saving.all(), evaluating.all()));
        double below =
                apart(
                        left * (step - Reading.seconds(piloted.step().low())),
                        seldom,
                        (failures.value() - failures.low()) * lost);
        double above =
                apart(
                        left * (Reading.seconds(piloted.step().high()) - step),
                        seldom,
                        (failures.high() - failures.value()) * lost);
        var grounds = new ArrayList<Ground>(piloted.step().restsOn());
        grounds.addAll(interruptions.all().restsOn());
        var time =
                new Estimate<>(
                        duration(value),
                        duration(Math.max(0, value - below)),
                        duration(value + above),
                        grounds);
        var parts =
                new Whole.Parts(
                        duration(starting),
                        duration(training),
                        duration(saving.all()),
                        duration(evaluating.all()),
                        duration(failures.value() * lost));
        return whole(time, parts, saving.times(), evaluating.times(), interruptions);
    }

    private Whole whole(
            Estimate<Duration> time,
            Whole.Parts parts,
            long saves,
            long evaluates,
            Interruptions interruptions) {
        Estimate<GpuTime> held = time.map(this::held);
        Optional<GpuTime> ofEpoch =
                wanted.epoch()
                        .map(
                                steps ->
                                        held(
                                                duration(
                                                        Reading.seconds(time.value())
                                                                * steps
                                                                / wanted.steps())));
        Optional<Estimate<Money>> cost = wanted.price().map(price -> held.map(price::of));
        return new Whole(
                time,
                parts,
                saves,
                evaluates,
                interruptions,
                best(parts),
                held,
                ofEpoch,
                cost,
                remarks);
    }

    private GpuTime held(Duration time) {
        return GpuTime.of(wanted.place().thousandths(), time);
    }

    private Rarely evaluating() {
        Optional<Long> every =
                wanted.often().evaluates().or(() -> piloted.evaluation().flatMap(Part::apart));
        if (piloted.evaluation().isEmpty()) {
            if (wanted.often().evaluates().isPresent()) {
                remarks.add("No evaluation was seen, so none is in it: have the pilot do one.");
            }
            return Rarely.NEVER;
        }
        if (every.isEmpty()) {
            remarks.add("One evaluation was seen, and is in it once: say --evaluate-every STEPS.");
        }
        return rarely(piloted.evaluation().get(), every);
    }

    private Rarely saving(double work, double between) {
        if (piloted.save().isEmpty()) {
            remarks.add(
                    "No save was seen, so none is in it: have the pilot save once, and say so with"
                            + " \"doing\": \"save\".");
            return Rarely.NEVER;
        }
        Part save = piloted.save().get();
        if (wanted.often().saves().isEmpty() && between > 0) {
            return new Rarely((long) (work / between), Reading.seconds(save.each()));
        }
        Optional<Long> every = wanted.often().saves().or(save::apart);
        if (every.isEmpty()) {
            remarks.add("One save was seen, and is in it once: say --save-every STEPS.");
        }
        return rarely(save, every);
    }

    private Rarely rarely(Part part, Optional<Long> every) {
        long times = every.map(steps -> wanted.steps() / Math.max(1, steps)).orElse(1L);
        return new Rarely(times, Reading.seconds(part.each()));
    }

    /** What one failure costs: a place, a new start, and half of what is done between two saves. */
    private double lost(Rarely saving, double busy) {
        double between = busy / (saving.times() + 1);
        return Reading.seconds(Reliability.WAITS) + Reading.seconds(piloted.start()) + between / 2;
    }

    private Interruptions interruptions() {
        Place place = wanted.place();
        int perMachine =
                place.accelerated()
                        ? Math.max(1, Math.ceilDiv(place.accelerators(), place.machines()))
                        : MACHINE;
        return reliability.interruptions(place.type(), place.machines(), perMachine, place.spot());
    }

    private Optional<Duration> best(Whole.Parts parts) {
        boolean known =
                piloted.save().filter(it -> it.each().isPositive()).isPresent()
                        && piloted.checkpoint().filter(it -> it.count() > 0).isPresent();
        if (!known || !parts.training().isPositive()) {
            return Optional.empty();
        }
        Bytes bytes = piloted.checkpoint().orElseThrow();
        double speed = bytes.count() / Reading.seconds(piloted.save().orElseThrow().each());
        int accelerators =
                wanted.place().accelerated()
                        ? wanted.place().accelerators()
                        : MACHINE * wanted.place().machines();
        var question =
                new Question(
                        new Optimizer.Saved(bytes, Bytes.ZERO, Bytes.ZERO),
                        wanted.place().type(),
                        accelerators,
                        Math.ceilDiv(accelerators, wanted.place().machines()),
                        Optional.of(piloted.step().value()).filter(Duration::isPositive),
                        Optional.of(Question.Speed.of(new Bytes(Math.max(1, Math.round(speed))))),
                        wanted.place().spot(),
                        false,
                        parts.training());
        return Optional.of(reliability.advise(question).every());
    }

    private static double apart(double one, double other, double third) {
        return Math.sqrt(one * one + other * other + third * third);
    }

    private static Duration duration(double seconds) {
        return Reading.duration(Math.min(FOREVER, seconds));
    }
}
