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
 * Spot prices and their intervals. A spot price is never certain, not even today's: it is paid in the weeks to come.
 * Its interval covers the market's last quarter, where a history exists, the provider's drift for the age of the
 * price, and the range from the cheapest to the typical region where the price names no region. The on-demand price of
 * the same machine is its upper limit.
 */
final class SpotPrices {

    /**
     * Weeks of history that count: within a quarter the market moves by more than half; older prices are those of
     * another market.
     */
    private static final int HISTORY_WEEKS = 13;

    /** The share of cases beyond each end of the interval. */
    private static final double TAIL = 0.05;

    /** A run starts later than it is planned: a price has at least this age, in days, when it is paid. */
    private static final long MIN_AGE_DAYS = 30;

    private static final String CHEAPEST = "cheapest";

    private final Catalog catalog;
    private final Instant now;

    SpotPrices(Catalog catalog, Instant now) {
        this.catalog = catalog;
        this.now = now;
    }

    /** The newest week of each history as a price; the price lists only have the cheapest region and the median. */
    List<Price> byRegion() {
        return catalog.prices().stream()
                .filter(
                        price ->
                                price.kind() == Price.Kind.SPOT
                                        && price.product().machine().isPresent())
                .filter(price -> !price.region().equals(CHEAPEST))
                .flatMap(price -> histories(price).map(history -> newest(history, price)))
                .distinct()
                .toList();
    }

    private Price newest(SpotHistory history, Price like) {
        boolean isAboveOnDemand =
                onDemand(like)
                        .map(it -> perAccelerator(history.latestPrice(), like).compareTo(it) >= 0)
                        .orElse(false);
        return new Price(
                like.provider(),
                like.product(),
                history.region(),
                Price.Kind.SPOT,
                history.latestPrice(),
                history.date(),
                "the spot market's history",
                isAboveOnDemand
                        ? like.confidence().doubted("spot is no lower than on demand")
                        : like.confidence());
    }

    /** The spot price of one accelerator with its interval. */
    Estimate<Money> estimate(Price price) {
        Money value = price.perAccelerator().perGpuHour();
        List<SpotHistory> histories =
                histories(price).filter(it -> it.region().equals(price.region())).toList();
        var seen = new ArrayList<Money>();
        for (SpotHistory history : histories) {
            seen.add(perAccelerator(history.quantile(TAIL, HISTORY_WEEKS), price));
            seen.add(perAccelerator(history.quantile(1 - TAIL, HISTORY_WEEKS), price));
        }
        PriceDrift priceDrift = price.confidence().drift();
        long days = Math.max(MIN_AGE_DAYS, price.ageInDays(now));
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
                                        .formatted(Format.count(HISTORY_WEEKS, "week"))
                                : ", and how far spot prices move elsewhere"));
    }

    private Stream<SpotHistory> histories(Price price) {
        return price.product().machine().stream()
                .flatMap(name -> catalog.spotHistories(name).stream())
                .filter(it -> it.provider().equals(price.provider()));
    }

    private Optional<Money> typical(Price price) {
        return price.region().equals(CHEAPEST)
                ? sameMachine(price, Price.Kind.SPOT)
                        .filter(it -> it.region().equals("typical"))
                        .map(it -> it.perAccelerator().perGpuHour())
                        .findFirst()
                : Optional.empty();
    }

    private Optional<Money> onDemand(Price price) {
        return sameMachine(price, Price.Kind.ON_DEMAND)
                .filter(it -> it.isSelectable(now))
                .map(it -> it.estimate(now).high())
                .reduce(SpotPrices::greater);
    }

    /** Prices of the same machine of the same provider in any region. */
    private Stream<Price> sameMachine(Price price, Price.Kind kind) {
        return catalog.prices().stream()
                .filter(it -> it.kind() == kind && it.provider().equals(price.provider()))
                .filter(it -> it.product().machine().equals(price.product().machine()))
                .filter(it -> it.product().type().equals(price.product().type()));
    }

    private static Money perAccelerator(Money whole, Price price) {
        return new Money(
                Math.max(1, whole.millionths() / price.product().accelerators()), whole.currency());
    }

    private static Money lesser(Money one, Money other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static Money greater(Money one, Money other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
