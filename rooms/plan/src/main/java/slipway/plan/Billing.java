package slipway.plan;

import java.time.Duration;
import java.time.Instant;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.catalog.Catalog;
import slipway.plan.money.Bill;
import slipway.plan.money.Costs;
import slipway.plan.money.Offer;
import slipway.plan.reliability.Optimizer;
import slipway.plan.training.Task;

/** What a way to train is paid for: accelerators, and what lies beside them at the same provider. */
final class Billing {

    /** So many checkpoints lie there at a time. */
    private static final int KEPT = 3;

    private final Stores storageChoice;
    private final Instant now;

    Billing(Catalog catalog, Instant now) {
        this.storageChoice = new Stores(catalog);
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
            Task trainingTask,
            Estimate<Duration> time,
            Duration every) {
        Bill bill = Costs.bill(offer, accelerators, time);
        return storageChoice
                .at(offer)
                .map(
                        it ->
                                bill.with(
                                        Costs.storing(
                                                it, kept(trainingTask, time.value(), every), now)))
                .orElse(bill);
    }

    private static Costs.Kept kept(Task trainingTask, Duration time, Duration every) {
        Bytes data = Feeding.data(trainingTask);
        Optimizer.Saved saved = saved(trainingTask);
        long times = 1 + time.toSeconds() / Math.max(1, every.toSeconds());
        return new Costs.Kept(
                data.plus(saved.all().times(Math.min(KEPT, times))),
                time,
                data.plus(saved.all().times(times)),
                data,
                saved.weights());
    }

    /** Adapters are a hundredth of the weights, if that. */
    static Optimizer.Saved saved(Task trainingTask) {
        long weights =
                trainingTask.tuning() == Task.Tuning.FULL
                        ? trainingTask.parameters()
                        : trainingTask.parameters() / 100;
        return Optimizer.ADAM.saved(Math.max(1, weights));
    }
}
