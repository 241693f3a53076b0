package slipway.plan.money;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.catalog.Catalog;
import slipway.catalog.Price;
import slipway.catalog.PriceDrift;
import slipway.catalog.SpotHistory;

/**
 * What spot accelerators cost, and how far that may be off. A spot price is never certain, not even today's: it is
 * paid in the weeks to come. Its interval reaches over what the market asked in the last quarter, where that was kept,
 * over what the provider's drift makes of its age, and from the cheapest region to the typical one where the price does
 * not say in which region. It ends where the same machine on demand begins: nobody pays more than that.
 */
final class SpotPrices {

    /** Weeks of history that count: within them the market moved by more than half; before, it was another one. */
    private static final int QUARTER = 13;

    /** One case of twenty lies beyond each end. */
    private static final double RARE = 0.05;

    /** A run begins later than it is planned: a price has at least this age, in days, when it is paid. */
    private static final long AHEAD = 30;

    private static final String CHEAPEST = "cheapest";

    private final Catalog catalog;
    private final Instant now;

    SpotPrices(Catalog catalog, Instant now) {
        this.catalog = catalog;
        this.now = now;
    }

    /** The newest week of each history as a price; the lists know only the cheapest region and the median. */
    List<Price> byRegion() {
        return catalog.prices().stream()
                .filter(price -> price.kind() == Price.Kind.SPOT && price.machine().isPresent())
                .filter(price -> !price.region().equals(CHEAPEST))
                .flatMap(price -> histories(price).map(history -> newest(history, price)))
                .distinct()
                .toList();
    }

    private Price newest(SpotHistory history, Price like) {
        boolean dear =
                onDemand(like)
                        .map(it -> part(history.latestPrice(), like).compareTo(it) >= 0)
                        .orElse(false);
        return new Price(
                like.provider(),
                like.machine(),
                like.type(),
                like.accelerators(),
                history.region(),
                Price.Kind.SPOT,
                history.latestPrice(),
                history.date(),
                "the spot market's history",
                like.doubt()
                        .or(
                                () ->
                                        dear
                                                ? Optional.of("spot is no lower than on demand")
                                                : Optional.empty()),
                like.drift());
    }

    /** For one accelerator. */
    Estimate<Money> of(Price price) {
        Money value = price.perAccelerator().perGpuHour();
        List<SpotHistory> histories =
                histories(price).filter(it -> it.region().equals(price.region())).toList();
        var seen = new ArrayList<Money>();
        for (SpotHistory history : histories) {
            seen.add(part(history.quantile(RARE, QUARTER), price));
            seen.add(part(history.quantile(1 - RARE, QUARTER), price));
        }
        PriceDrift priceDrift = price.drift();
        long days = Math.max(AHEAD, price.ageInDays(now));
        seen.add(priceDrift.low(value, days));
        seen.add(priceDrift.high(value, days));
        typical(price).ifPresent(seen::add);
        Money low = seen.stream().reduce(value, SpotPrices::lesser);
        Money high = seen.stream().reduce(value, SpotPrices::greater);
        Money most = onDemand(price).map(cap -> greater(cap, value)).orElse(high);
        return new Estimate<>(
                value, low, lesser(high, most), List.of(ground(price, !histories.isEmpty())));
    }

    private Ground ground(Price price, boolean watched) {
        return new Ground(
                watched ? Source.MEASURED : Source.DECLARED,
                price.describe(now)
                        + (watched
                                ? ", %s of the market's history"
                                        .formatted(Format.count(QUARTER, "week"))
                                : ", and how far spot prices move elsewhere"));
    }

    private Stream<SpotHistory> histories(Price price) {
        return price.machine().stream()
                .flatMap(name -> catalog.spotHistories(name).stream())
                .filter(it -> it.provider().equals(price.provider()));
    }

    private Optional<Money> typical(Price price) {
        return price.region().equals(CHEAPEST)
                ? same(price, Price.Kind.SPOT)
                        .filter(it -> it.region().equals("typical"))
                        .map(it -> it.perAccelerator().perGpuHour())
                        .findFirst()
                : Optional.empty();
    }

    private Optional<Money> onDemand(Price price) {
        return same(price, Price.Kind.ON_DEMAND)
                .filter(it -> it.isSelectable(now))
                .map(it -> it.estimate(now).high())
                .reduce(SpotPrices::greater);
    }

    /** The same machine of the same provider, wherever it stands. */
    private Stream<Price> same(Price price, Price.Kind kind) {
        return catalog.prices().stream()
                .filter(it -> it.kind() == kind && it.provider().equals(price.provider()))
                .filter(it -> it.machine().equals(price.machine()))
                .filter(it -> it.type().equals(price.type()));
    }

    private static Money part(Money whole, Price price) {
        return new Money(Math.max(1, whole.millionths() / price.accelerators()), whole.currency());
    }

    private static Money lesser(Money one, Money other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static Money greater(Money one, Money other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
