package slipway.plan;

import java.util.Comparator;
import java.util.Optional;
import slipway.base.Money;
import slipway.catalog.Catalog;
import slipway.catalog.StorageTier;
import slipway.plan.money.Offer;
import slipway.plan.reliability.Question;

/** Where a run keeps its data and checkpoints: with whom it has its accelerators. */
final class Stores {

    private static final Money FREE = Money.dollars(0);

    private final Catalog catalog;

    Stores(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * The provider's cheapest, and of those that cost alike the slowest, so that nothing is promised; never one that is
     * lost with its machine. Empty where nobody told of any.
     */
    Optional<StorageTier> at(Offer offer) {
        return catalog.storage().stream()
                .filter(it -> it.provider().equalsIgnoreCase(offer.provider()))
                .filter(it -> it.reach() != StorageTier.Reach.LOCAL)
                .min(
                        Comparator.comparing((StorageTier it) -> it.perGigabyteMonth().orElse(FREE))
                                .thenComparing(StorageTier::write));
    }

    static Question.Speed speed(StorageTier tier, int machines) {
        return new Question.Speed(tier.name(), tier.writeOf(machines), tier.readOf(machines));
    }
}
