package slipway.plan;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slipway.catalog.Catalog;
import slipway.plan.money.Offers;
import slipway.plan.money.OwnNodes;

/** Everything on offer, made once for a day: prices have an age in days. Safe for use by many threads. */
final class OfferCache {

    private final Catalog catalog;
    private @Nullable Day last;

    private record Day(LocalDate day, Offers offers) {}

    OfferCache(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * @param own take the place of hardware that the catalog says is owned; empty for none
     */
    Offers at(Instant now, List<OwnNodes> own) {
        Offers offers = today(now);
        return own.isEmpty() ? offers : offers.owning(own, catalog, now);
    }

    private synchronized Offers today(Instant now) {
        LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
        Day there = last;
        if (there == null || !there.day.equals(day)) {
            there = new Day(day, Offers.of(catalog, now));
            last = there;
        }
        return there.offers;
    }
}
