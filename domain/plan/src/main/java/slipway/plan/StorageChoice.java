package slipway.plan;

import java.util.Comparator;
import java.util.Optional;
import slipway.base.Money;
import slipway.catalog.Catalog;
import slipway.catalog.StorageTier;
import slipway.plan.acceptance.Measurements;
import slipway.plan.money.Offer;
import slipway.plan.reliability.CheckpointScenario;

/** Chooses the storage of a run: at the provider of its accelerators. */
final class StorageChoice {

    private static final Money FREE = Money.dollars(0);

    private final Catalog catalog;
    private final Measurements measured;

    /** Storage as the catalog lists it. */
    StorageChoice(Catalog catalog) {
        this(catalog, Measurements.NONE);
    }

    StorageChoice(Catalog catalog, Measurements measured) {
        this.catalog = catalog;
        this.measured = measured;
    }

    /**
     * The provider's cheapest tier, and of equally cheap ones the slowest, so that estimates promise nothing; never one
     * that is lost with its machine. Measured speed replaces the catalog's. Empty where the provider lists none.
     */
    Optional<StorageTier> at(Offer offer) {
        Optional<StorageTier> catalogued = catalogued(offer);
        return measured.storage(offer.provider())
                .map(it -> withMeasuredSpeed(catalogued, it, offer))
                .or(() -> catalogued);
    }

    /** All machines together get the measured speed of one: it does not promise more. */
    private static StorageTier withMeasuredSpeed(
            Optional<StorageTier> catalogued, Measurements.Storage it, Offer offer) {
        return new StorageTier(
                "measured on " + it.node(),
                offer.provider(),
                catalogued.map(StorageTier::prices).orElse(StorageTier.StoragePrices.UNKNOWN),
                it.read(),
                it.write(),
                catalogued.map(StorageTier::scope).orElse(StorageTier.BandwidthScope.ALL),
                it.date(),
                "measured");
    }

    private Optional<StorageTier> catalogued(Offer offer) {
        return catalog.storage().stream()
                .filter(it -> it.provider().equalsIgnoreCase(offer.provider()))
                .filter(it -> it.scope() != StorageTier.BandwidthScope.LOCAL)
                .min(
                        Comparator.comparing(
                                        (StorageTier it) ->
                                                it.prices().perGigabyteMonth().orElse(FREE))
                                .thenComparing(StorageTier::write));
    }

    static CheckpointScenario.Speed speed(StorageTier tier, int machines) {
        return new CheckpointScenario.Speed(
                tier.name(), tier.writeBandwidth(machines), tier.readBandwidth(machines));
    }
}
