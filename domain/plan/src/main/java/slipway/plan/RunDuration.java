package slipway.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.catalog.Catalog;
import slipway.catalog.StorageTier;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.reliability.CheckpointScenario;
import slipway.plan.reliability.ReliabilityModel;
import slipway.plan.training.TrainingModel.Prospect;
import slipway.plan.training.TrainingTask;

/** How long a run lasts: its steps, what it waits for, what failures and checkpoints cost, and how it begins. */
final class RunDuration {

    /** Machines come up, images are pulled, programs compile, the first data is read. */
    static final Duration STARTS = Duration.ofMinutes(10);

    /** Two hundred years, in seconds: more than is ever planned, and less than a length of time can hold. */
    private static final double FOREVER = 6.3e9;

    private final ReliabilityModel reliabilityModel;

    RunDuration(Catalog catalog) {
        this.reliabilityModel = ReliabilityModel.of(catalog);
    }

    /**
     * Where it runs.
     *
     * @param spot whether machines may be taken back
     * @param storage from which it reads and to which it saves; empty where nobody told
     */
    record Place(
            String type,
            int accelerators,
            int perMachine,
            boolean spot,
            Optional<StorageTier> storage) {

        int machines() {
            return Math.ceilDiv(accelerators, perMachine);
        }
    }

    /**
     * @param advice how often it is to save, and what failures cost it
     * @param feeding what it reads, and whether it waits for that
     */
    record Run(CheckpointAdvice advice, DataLoading feeding, Estimate<Duration> time) {}

    Run of(TrainingTask trainingTask, Place place, Prospect prospect) {
        double step = prospect.configuration().tokensOfStep() / prospect.rate().value().perSecond();
        int machines = place.machines();
        DataLoading dataLoading =
                DataLoading.of(
                        trainingTask, step, place.storage.map(it -> it.readBandwidth(machines)));
        Estimate<Duration> busy = busy(trainingTask, place.accelerators, prospect, dataLoading);
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(
                        new CheckpointScenario(
                                TrainingCost.saved(trainingTask),
                                place.type,
                                place.accelerators,
                                place.perMachine,
                                Optional.of(millis(step + dataLoading.waits())),
                                place.storage.map(it -> StorageChoice.speed(it, machines)),
                                place.spot,
                                true,
                                busy.value()));
        return new Run(checkpointAdvice, dataLoading, with(busy, checkpointAdvice));
    }

    /** As if nothing ever happened. */
    private static Estimate<Duration> busy(
            TrainingTask trainingTask,
            int accelerators,
            Prospect prospect,
            DataLoading dataLoading) {
        double tokens = trainingTask.steps() * trainingTask.tokensOfStep() / accelerators;
        double waits = trainingTask.steps() * dataLoading.waits();
        return new Estimate<>(
                seconds(tokens / prospect.rate().value().perSecond() + waits),
                seconds(tokens / prospect.rate().high().perSecond() + waits),
                seconds(tokens / prospect.rate().low().perSecond() + waits),
                prospect.rate().grounds());
    }

    /** With what is lost to failures and checkpoints, and with what it takes to begin. */
    private static Estimate<Duration> with(
            Estimate<Duration> busy, CheckpointAdvice checkpointAdvice) {
        Estimate<Double> goodput = checkpointAdvice.goodput();
        var grounds = new ArrayList<>(busy.grounds());
        grounds.addAll(goodput.grounds());
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

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.max(1, Math.round(seconds * 1_000)));
    }

    private static Duration begun(double seconds) {
        return STARTS.plusSeconds(Math.round(Math.min(seconds, FOREVER)));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofSeconds(Math.max(1, Math.round(Math.min(seconds, FOREVER))));
    }
}
