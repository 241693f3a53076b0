package slipway.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.catalog.Catalog;
import slipway.catalog.StorageTier;
import slipway.plan.money.Bill;
import slipway.plan.money.Costs;
import slipway.plan.money.Offer;
import slipway.plan.reliability.Optimizer;
import slipway.plan.training.Task;

/** What a way to train is paid for: accelerators, and what lies beside them at the same provider. */
final class Billing {

    /** Numbers of tokens are kept in four bytes each. */
    private static final double TOKEN = 4;

    /** So many checkpoints lie there at a time. */
    private static final int KEPT = 3;

    private final Catalog catalog;
    private final Instant now;

    Billing(Catalog catalog, Instant now) {
        this.catalog = catalog;
        this.now = now;
    }

    Bill of(Offer offer, int accelerators, Task task, Estimate<Duration> time) {
        Bill bill = Costs.bill(offer, accelerators, time);
        return tier(offer)
                .map(it -> bill.with(Costs.storing(it, kept(task, time.value()), now)))
                .orElse(bill);
    }

    /** The provider's cheapest, where its prices are known; own storage is paid for anyway. */
    private Optional<StorageTier> tier(Offer offer) {
        return catalog.storage().stream()
                .filter(it -> it.provider().equalsIgnoreCase(offer.provider()))
                .filter(it -> it.perGigabyteMonth().isPresent())
                .min(Comparator.comparing(it -> it.perGigabyteMonth().orElseThrow()));
    }

    private static Costs.Kept kept(Task task, Duration time) {
        var data = new Bytes(Math.round(task.tokens() * TOKEN));
        Optimizer.Saved saved = Optimizer.ADAM.saved(task.parameters());
        Bytes checkpoints = saved.all().times(KEPT);
        return new Costs.Kept(
                data.plus(checkpoints), time, data.plus(checkpoints), data, saved.weights());
    }
}
