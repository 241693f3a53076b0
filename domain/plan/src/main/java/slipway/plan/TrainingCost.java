package slipway.plan;

import java.time.Duration;
import java.time.Instant;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.catalog.Catalog;
import slipway.plan.money.Bill;
import slipway.plan.money.Offer;
import slipway.plan.money.OfferPricing;
import slipway.plan.reliability.CheckpointOptimizerBytes;
import slipway.plan.training.TrainingTask;

/** The cost of a way to train: accelerators, and storage at the same provider. */
final class TrainingCost {

    /** Checkpoints that exist at a time. */
    private static final int KEPT_CHECKPOINTS = 3;

    private final StorageChoice storageChoice;
    private final Instant now;

    TrainingCost(Catalog catalog, Instant now) {
        this.storageChoice = new StorageChoice(catalog);
        this.now = now;
    }

    /**
     * The bill. Own storage is already paid for and has no line.
     *
     * @param every interval between saves
     */
    Bill of(
            Offer offer,
            int accelerators,
            TrainingTask trainingTask,
            Estimate<Duration> time,
            Duration every) {
        Bill bill = OfferPricing.bill(offer, accelerators, time);
        return storageChoice
                .at(offer)
                .map(
                        it ->
                                bill.with(
                                        OfferPricing.storageLines(
                                                it,
                                                stored(trainingTask, time.value(), every),
                                                now)))
                .orElse(bill);
    }

    private static OfferPricing.StoredBytes stored(
            TrainingTask trainingTask, Duration time, Duration every) {
        Bytes data = DataLoading.datasetSize(trainingTask);
        CheckpointOptimizerBytes.CheckpointSize saved = checkpointSize(trainingTask);
        long times = 1 + time.toSeconds() / Math.max(1, every.toSeconds());
        return new OfferPricing.StoredBytes(
                data.plus(saved.total().times(Math.min(KEPT_CHECKPOINTS, times))),
                time,
                data.plus(saved.total().times(times)),
                data,
                saved.weights());
    }

    /** The size of a checkpoint. Adapters are about 1 % of the weights. */
    static CheckpointOptimizerBytes.CheckpointSize checkpointSize(TrainingTask trainingTask) {
        long weights =
                trainingTask.tuning() == TrainingTask.Tuning.FULL
                        ? trainingTask.parameters()
                        : trainingTask.parameters() / 100;
        return CheckpointOptimizerBytes.ADAM.checkpoint(Math.max(1, weights));
    }
}
