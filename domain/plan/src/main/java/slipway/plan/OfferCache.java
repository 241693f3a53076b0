package slipway.plan;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slipway.catalog.Catalog;
import slipway.plan.money.Offers;
import slipway.plan.money.OwnNodes;

/** Caches the offers of a day, since prices have an age in days. Safe for use by many threads. */
final class OfferCache {

    private final Catalog catalog;
    private @Nullable DayOffers cached;

    private record DayOffers(LocalDate day, Offers offers) {}

    OfferCache(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * @param own nodes that replace the catalog's own hardware; empty for none
     */
    Offers at(Instant now, List<OwnNodes> own) {
        Offers offers = today(now);
        return own.isEmpty() ? offers : offers.withOwnNodes(own, catalog, now);
    }

    private synchronized Offers today(Instant now) {
        LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
        DayOffers there = cached;
        if (there == null || !there.day.equals(day)) {
            there = new DayOffers(day, Offers.of(catalog, now));
            cached = there;
        }
        return there.offers;
    }
}
