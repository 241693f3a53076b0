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

/** The duration of a run: steps, data stalls, failures, checkpoints and start-up. */
final class RunDuration {

    /** Start-up: machines boot, images are pulled, programs compile, the first data is read. */
    static final Duration STARTUP = Duration.ofMinutes(10);

    /** A limit above any plan that fits into a duration: 200 years, in seconds. */
    private static final double MAX_SECONDS = 6.3e9;

    private final ReliabilityModel reliabilityModel;

    RunDuration(Catalog catalog) {
        this.reliabilityModel = ReliabilityModel.of(catalog);
    }

    /**
     * Where a run takes place.
     *
     * @param spot whether the provider may reclaim machines
     * @param storage storage that it reads from and saves to; empty where it is unknown
     */
    record Placement(
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
     * @param advice how often to save, and the cost of failures
     * @param dataLoading what it reads, and whether it stalls
     */
    record Run(CheckpointAdvice advice, DataLoading dataLoading, Estimate<Duration> time) {}

    Run of(TrainingTask trainingTask, Placement place, Prospect prospect) {
        double step =
                prospect.configuration().tokensPerStep() / prospect.rate().value().perSecond();
        int machines = place.machines();
        DataLoading dataLoading =
                DataLoading.of(
                        trainingTask, step, place.storage.map(it -> it.readBandwidth(machines)));
        Estimate<Duration> uninterrupted =
                uninterrupted(trainingTask, place.accelerators, prospect, dataLoading);
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(
                        new CheckpointScenario(
                                TrainingCost.checkpointSize(trainingTask),
                                new CheckpointScenario.Machines(
                                        place.type,
                                        place.accelerators,
                                        place.perMachine,
                                        place.spot),
                                Optional.of(millis(step + dataLoading.stallSeconds())),
                                place.storage.map(it -> StorageChoice.speed(it, machines)),
                                true,
                                uninterrupted.value()));
        return new Run(checkpointAdvice, dataLoading, withLosses(uninterrupted, checkpointAdvice));
    }

    /** The duration without interruptions and saves. */
    private static Estimate<Duration> uninterrupted(
            TrainingTask trainingTask,
            int accelerators,
            Prospect prospect,
            DataLoading dataLoading) {
        double tokens = trainingTask.steps() * trainingTask.tokensPerStep() / accelerators;
        double waits = trainingTask.steps() * dataLoading.stallSeconds();
        return new Estimate<>(
                seconds(tokens / prospect.rate().value().perSecond() + waits),
                seconds(tokens / prospect.rate().high().perSecond() + waits),
                seconds(tokens / prospect.rate().low().perSecond() + waits),
                prospect.rate().grounds());
    }

    /** Adds losses by failures and checkpoints, and start-up. */
    private static Estimate<Duration> withLosses(
            Estimate<Duration> uninterrupted, CheckpointAdvice checkpointAdvice) {
        Estimate<Double> goodput = checkpointAdvice.goodput();
        var grounds = new ArrayList<>(uninterrupted.grounds());
        grounds.addAll(goodput.grounds());
        double below =
                Math.hypot(
                        logRatio(uninterrupted.value(), uninterrupted.low()),
                        Math.log(goodput.high() / goodput.value()));
        double above =
                Math.hypot(
                        logRatio(uninterrupted.high(), uninterrupted.value()),
                        Math.log(goodput.value() / goodput.low()));
        double value = uninterrupted.value().toSeconds() / goodput.value();
        return new Estimate<>(
                withStartup(value),
                withStartup(value * Math.exp(-below)),
                withStartup(value * Math.exp(above)),
                grounds);
    }

    private static double logRatio(Duration upper, Duration lower) {
        return Math.log((double) Math.max(1, upper.toSeconds()) / Math.max(1, lower.toSeconds()));
    }

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.max(1, Math.round(seconds * 1_000)));
    }

    private static Duration withStartup(double seconds) {
        return STARTUP.plusSeconds(Math.round(Math.min(seconds, MAX_SECONDS)));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofSeconds(Math.max(1, Math.round(Math.min(seconds, MAX_SECONDS))));
    }
}
