package slipway.plan;

import java.util.Comparator;
import java.util.Optional;
import slipway.base.Money;
import slipway.catalog.Catalog;
import slipway.catalog.StorageTier;
import slipway.plan.acceptance.Measurements;
import slipway.plan.money.Offer;
import slipway.plan.reliability.CheckpointScenario;

/** Where a run keeps its data and checkpoints: with whom it has its accelerators. */
final class StorageChoice {

    private static final Money FREE = Money.dollars(0);

    private final Catalog catalog;
    private final Measurements measured;

    /** As the catalog tells of it. */
    StorageChoice(Catalog catalog) {
        this(catalog, Measurements.NONE);
    }

    StorageChoice(Catalog catalog, Measurements measured) {
        this.catalog = catalog;
        this.measured = measured;
    }

    /**
     * The provider's cheapest, and of those that cost alike the slowest, so that nothing is promised; never one that is
     * lost with its machine. Where it was measured, with what it reached. Empty where nobody told of any.
     */
    Optional<StorageTier> at(Offer offer) {
        Optional<StorageTier> told = told(offer);
        return measured.storage(offer.provider())
                .map(it -> reaching(told, it, offer))
                .or(() -> told);
    }

    /** All machines together: what one of them reached alone is not promised to many. */
    private static StorageTier reaching(
            Optional<StorageTier> told, Measurements.Storage it, Offer offer) {
        return new StorageTier(
                "measured on " + it.node(),
                offer.provider(),
                told.flatMap(StorageTier::perGigabyteMonth),
                it.read(),
                it.write(),
                told.flatMap(StorageTier::perThousandReads),
                told.flatMap(StorageTier::perThousandWrites),
                told.flatMap(StorageTier::egressPerGigabyte),
                told.map(StorageTier::scope).orElse(StorageTier.BandwidthScope.ALL),
                it.date(),
                "measured");
    }

    private Optional<StorageTier> told(Offer offer) {
        return catalog.storage().stream()
                .filter(it -> it.provider().equalsIgnoreCase(offer.provider()))
                .filter(it -> it.scope() != StorageTier.BandwidthScope.LOCAL)
                .min(
                        Comparator.comparing((StorageTier it) -> it.perGigabyteMonth().orElse(FREE))
                                .thenComparing(StorageTier::write));
    }

    static CheckpointScenario.Speed speed(StorageTier tier, int machines) {
        return new CheckpointScenario.Speed(
                tier.name(), tier.writeBandwidth(machines), tier.readBandwidth(machines));
    }
}
