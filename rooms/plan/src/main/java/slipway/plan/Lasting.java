package slipway.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.plan.reliability.Advice;
import slipway.plan.reliability.Optimizer;
import slipway.plan.reliability.Question;
import slipway.plan.reliability.Reliability;
import slipway.plan.training.Task;
import slipway.plan.training.Training.Prospect;

/** How long a run holds its accelerators: its steps, what failures and checkpoints cost it, and how it begins. */
final class Lasting {

    /** Machines come up, images are pulled, programs compile, the first data is read. */
    private static final Duration STARTS = Duration.ofMinutes(10);

    /** A thousand years, in seconds. */
    private static final double FOREVER = 3.2e10;

    private final Reliability reliability;

    Lasting(Reliability reliability) {
        this.reliability = reliability;
    }

    /**
     * Where it runs.
     *
     * @param spot whether machines may be taken back
     */
    record Place(String type, int accelerators, int perMachine, boolean spot) {}

    /**
     * @param advice how often it is to save, and what failures cost it
     */
    record Stay(Advice advice, Estimate<Duration> time) {}

    Stay of(Task task, Place place, Prospect prospect) {
        Estimate<Duration> busy = busy(task, place.accelerators, prospect);
        Advice advice = advice(task, place, prospect, busy.value());
        return new Stay(advice, lasting(busy, advice));
    }

    /** As if nothing ever happened. */
    private static Estimate<Duration> busy(Task task, int accelerators, Prospect prospect) {
        double tokens = task.steps() * task.tokensOfStep() / accelerators;
        return new Estimate<>(
                lasting(tokens / prospect.rate().value().perSecond()),
                lasting(tokens / prospect.rate().high().perSecond()),
                lasting(tokens / prospect.rate().low().perSecond()),
                prospect.rate().restsOn());
    }

    private Advice advice(Task task, Place place, Prospect prospect, Duration busy) {
        double step = prospect.configuration().tokensOfStep() / prospect.rate().value().perSecond();
        return reliability.advise(
                new Question(
                        saved(task),
                        place.type,
                        place.accelerators,
                        place.perMachine,
                        Optional.of(Duration.ofMillis(Math.max(1, Math.round(step * 1_000)))),
                        Optional.empty(),
                        place.spot,
                        true,
                        busy));
    }

    /** Adapters are a hundredth of the weights, if that. */
    private static Optimizer.Saved saved(Task task) {
        long weights =
                task.tuning() == Task.Tuning.FULL ? task.parameters() : task.parameters() / 100;
        return Optimizer.ADAM.saved(Math.max(1, weights));
    }

    /** With what is lost to failures and checkpoints, and with what it takes to begin. */
    private static Estimate<Duration> lasting(Estimate<Duration> busy, Advice advice) {
        Estimate<Double> goodput = advice.goodput();
        var grounds = new ArrayList<>(busy.restsOn());
        grounds.addAll(goodput.restsOn());
        double below =
                Math.hypot(
                        apart(busy.value(), busy.low()),
                        Math.log(goodput.high() / goodput.value()));
        double above =
                Math.hypot(
                        apart(busy.high(), busy.value()),
                        Math.log(goodput.value() / goodput.low()));
        double value = busy.value().toSeconds() / goodput.value();
        return new Estimate<>(
                begun(value),
                begun(value * Math.exp(-below)),
                begun(value * Math.exp(above)),
                grounds);
    }

    private static double apart(Duration upper, Duration lower) {
        return Math.log((double) Math.max(1, upper.toSeconds()) / Math.max(1, lower.toSeconds()));
    }

    private static Duration begun(double seconds) {
        return STARTS.plusSeconds(Math.round(Math.min(seconds, FOREVER)));
    }

    private static Duration lasting(double seconds) {
        return Duration.ofSeconds(Math.max(1, Math.round(Math.min(seconds, FOREVER))));
    }
}
