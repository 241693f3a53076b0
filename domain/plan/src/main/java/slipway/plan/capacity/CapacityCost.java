package slipway.plan.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.catalog.Catalog;
import slipway.catalog.OwnHardware;
import slipway.plan.capacity.CapacityPlan.Acquisition;
import slipway.plan.capacity.CapacityPlan.Way;
import slipway.plan.money.Offer;
import slipway.plan.money.OfferPricing;
import slipway.plan.money.Offers;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.PurchasePrice;

/** The cost of the added capacity: rented month by month, reserved, or bought. */
final class CapacityCost {

    private static final double HOURS_PER_MONTH = 730.5;

    private final Catalog catalog;
    private final CapacityGoal capacityGoal;
    private final List<Offer> offers;

    /** The least, the expected and the most demand. */
    private final List<DemandProjection> projections;

    CapacityCost(
            Catalog catalog,
            Offers offers,
            CapacityGoal capacityGoal,
            List<DemandProjection> courses) {
        this.catalog = catalog;
        this.capacityGoal = capacityGoal;
        this.offers = offers.of(capacityGoal.type(), capacityGoal.orders().offers());
        this.projections = List.copyOf(courses);
    }

    /** Ways to acquire the capacity, the cheapest first. */
    List<Way> ways() {
        Optional<Offer> demand = cheapest(PricingTerms.ON_DEMAND);
        Stream<Way> rented = demand.map(it -> rented(it)).stream();
        Stream<Way> reserved = cheapest(PricingTerms.RESERVED).map(it -> reserved(it)).stream();
        Stream<Way> bought = own().map(it -> bought(it, demand)).stream();
        return Stream.of(rented, reserved, bought)
                .flatMap(it -> it)
                .sorted(Comparator.comparing(it -> it.cost().value()))
                .toList();
    }

    /** The break-even of own hardware and on-demand rent, at the target utilization. */
    Optional<OfferPricing.BreakEven> breakEven() {
        return own().flatMap(
                        own ->
                                cheapest(PricingTerms.ON_DEMAND)
                                        .map(
                                                it ->
                                                        OfferPricing.breakEven(
                                                                own, it, capacityGoal.target())));
    }

    /** The cheapest offer on these terms, in machines of the wanted size where there are any. */
    private Optional<Offer> cheapest(PricingTerms pricingTerms) {
        List<Offer> all = offers.stream().filter(it -> it.terms() == pricingTerms).toList();
        return all.stream()
                .filter(it -> it.perMachine() >= capacityGoal.orders().perMachine())
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    /** The user's hardware, else the typical cost. */
    private Optional<OwnHardware> own() {
        return catalog.ownHardware().stream()
                .filter(it -> it.type().equalsIgnoreCase(capacityGoal.type()))
                .min(Comparator.comparing(it -> it.perHour().perGpuHour()))
                .or(() -> catalog.type(capacityGoal.type()).flatMap(PurchasePrice::typical));
    }

    private boolean isAssumed() {
        return catalog.ownHardware().stream()
                .noneMatch(it -> it.type().equalsIgnoreCase(capacityGoal.type()));
    }

    private IntStream months() {
        return IntStream.rangeClosed(1, capacityGoal.months());
    }

    private Way rented(Offer offer) {
        List<Money> monthly =
                months().mapToObj(
                                it ->
                                        OfferPricing.cost(
                                                offer.price().perHour().value(),
                                                rentedHours(offer, 1, it)))
                        .toList();
        Estimate<Double> hours =
                interval(
                        demandProjection ->
                                months().mapToDouble(it -> rentedHours(offer, demandProjection, it))
                                        .sum());
        return way(
                Acquisition.RENTED,
                offer,
                OfferPricing.cost(offer.price().perHour(), hours),
                monthly);
    }

    private double rentedHours(Offer offer, int projection, int month) {
        return rentedHours(offer, projections.get(projection), month);
    }

    /** Accelerator-hours in whole machines. */
    private double rentedHours(Offer offer, DemandProjection demandProjection, int month) {
        return offer.billedAccelerators(
                        Math.max(0, demandProjection.needed(month) - capacityGoal.owned()))
                * HOURS_PER_MONTH;
    }

    /** A commitment costs money from its first month on, used or not. */
    private Way reserved(Offer offer) {
        List<Money> monthly =
                months().mapToObj(
                                it ->
                                        OfferPricing.cost(
                                                offer.price().perHour().value(),
                                                reservedHours(offer, projections.get(1), it)))
                        .toList();
        Estimate<Double> hours =
                interval(
                        demandProjection ->
                                months().mapToDouble(
                                                it -> reservedHours(offer, demandProjection, it))
                                        .sum());
        return way(
                Acquisition.RESERVED,
                offer,
                OfferPricing.cost(offer.price().perHour(), hours),
                monthly);
    }

    private double reservedHours(Offer offer, DemandProjection demandProjection, int month) {
        int most =
                IntStream.rangeClosed(0, month)
                        .map(it -> demandProjection.needed(it) - capacityGoal.owned())
                        .max()
                        .orElse(0);
        return offer.billedAccelerators(Math.max(0, most)) * HOURS_PER_MONTH;
    }

    private Way way(Acquisition having, Offer offer, Estimate<Money> counted, List<Money> monthly) {
        return new Way(
                having,
                offer.name(),
                counted,
                sum(monthly),
                monthly,
                offer.price().perHour(),
                false,
                offer.price().note());
    }

    /** Buying, with rent until delivery. */
    private Way bought(OwnHardware own, Optional<Offer> rent) {
        String basis = isAssumed() ? "what is usual was taken" : "own hardware " + own.name();
        var ground = new Ground(isAssumed() ? Source.ASSUMED : Source.DECLARED, basis);
        Money perHour = own.perHour().perGpuHour();
        List<Money> counted =
                projections.stream()
                        .map(
                                it ->
                                        OfferPricing.cost(perHour, ownedHours(it))
                                                .plus(bridging(it, rent)))
                        .sorted()
                        .toList();
        Money probable =
                OfferPricing.cost(perHour, ownedHours(projections.get(1)))
                        .plus(bridging(projections.get(1), rent));
        var restsOn = new ArrayList<Ground>(List.of(ground));
        restsOn.addAll(capacityGoal.growth().restsOn());
        List<Money> monthly = months().mapToObj(it -> cash(own, rent, it)).toList();
        return new Way(
                Acquisition.BOUGHT,
                isAssumed() ? "bought" : "bought as " + own.name(),
                new Estimate<>(probable, counted.getFirst(), counted.getLast(), restsOn),
                sum(monthly),
                monthly,
                Estimate.certain(perHour, ground),
                isAssumed(),
                "%s each, over %s"
                        .formatted(
                                Format.money(own.purchase().price()),
                                Format.count(own.purchase().years(), "year")));
    }

    private double ownedHours(DemandProjection demandProjection) {
        return months().mapToDouble(it -> added(demandProjection, it) * HOURS_PER_MONTH).sum();
    }

    private int added(DemandProjection demandProjection, int month) {
        return demandProjection.available(month) - capacityGoal.owned();
    }

    /** Rent for accelerators that are needed before delivery. */
    private Money bridging(DemandProjection demandProjection, Optional<Offer> rent) {
        return months().mapToObj(it -> bridging(demandProjection, rent, it))
                .reduce(Money.dollars(0), Money::plus);
    }

    private static Money bridging(
            DemandProjection demandProjection, Optional<Offer> rent, int month) {
        int lacks = Math.max(0, demandProjection.needed(month) - demandProjection.available(month));
        return rent.map(
                        it ->
                                OfferPricing.cost(
                                        it.price().perHour().value(),
                                        it.billedAccelerators(lacks) * HOURS_PER_MONTH))
                .orElse(Money.dollars(0));
    }

    /** Payments of a month: purchases, running costs and bridging rent. */
    private Money cash(OwnHardware own, Optional<Offer> rent, int month) {
        DemandProjection demandProjection = projections.get(1);
        int comes =
                added(demandProjection, month)
                        - (month == 1 ? 0 : added(demandProjection, month - 1));
        Money running =
                own.lines().stream()
                        .filter(it -> !it.what().equals(OwnHardware.AMORTIZATION))
                        .map(OwnHardware.Line::perHour)
                        .reduce(Money.dollars(0), Money::plus);
        return own.purchase()
                .price()
                .times(comes)
                .plus(OfferPricing.cost(running, added(demandProjection, month) * HOURS_PER_MONTH))
                .plus(bridging(demandProjection, rent, month));
    }

    private static Money sum(List<Money> monthly) {
        return monthly.stream().reduce(Money.dollars(0), Money::plus);
    }

    private Estimate<Double> interval(ToDoubleFunction<DemandProjection> of) {
        double[] all = projections.stream().mapToDouble(of).sorted().toArray();
        return new Estimate<>(
                of.applyAsDouble(projections.get(1)),
                all[0],
                all[2],
                capacityGoal.growth().restsOn());
    }
}
