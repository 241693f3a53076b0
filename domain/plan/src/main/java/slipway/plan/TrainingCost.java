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

/** What a way to train is paid for: accelerators, and what lies beside them at the same provider. */
final class TrainingCost {

    /** So many checkpoints lie there at a time. */
    private static final int KEPT = 3;

    private final StorageChoice storageChoice;
    private final Instant now;

    TrainingCost(Catalog catalog, Instant now) {
        this.storageChoice = new StorageChoice(catalog);
        this.now = now;
    }

    /**
     * Own storage is paid for anyway, and has no line.
     *
     * @param every so often it saves
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
                                        OfferPricing.storing(
                                                it, kept(trainingTask, time.value(), every), now)))
                .orElse(bill);
    }

    private static OfferPricing.Kept kept(
            TrainingTask trainingTask, Duration time, Duration every) {
        Bytes data = DataLoading.data(trainingTask);
        CheckpointOptimizerBytes.Saved saved = saved(trainingTask);
        long times = 1 + time.toSeconds() / Math.max(1, every.toSeconds());
        return new OfferPricing.Kept(
                data.plus(saved.all().times(Math.min(KEPT, times))),
                time,
                data.plus(saved.all().times(times)),
                data,
                saved.weights());
    }

    /** Adapters are a hundredth of the weights, if that. */
    static CheckpointOptimizerBytes.Saved saved(TrainingTask trainingTask) {
        long weights =
                trainingTask.tuning() == TrainingTask.Tuning.FULL
                        ? trainingTask.parameters()
                        : trainingTask.parameters() / 100;
        return CheckpointOptimizerBytes.ADAM.saved(Math.max(1, weights));
    }
}
