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
import slipway.plan.capacity.CapacityPlan.Having;
import slipway.plan.capacity.CapacityPlan.Way;
import slipway.plan.money.Offer;
import slipway.plan.money.OfferPricing;
import slipway.plan.money.Offers;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.PurchasePrice;

/** What it costs to have what a course adds: rented month by month, under a commitment, or bought. */
final class CapacityCost {

    private static final double HOURS = 730.5;

    private final Catalog catalog;
    private final CapacityGoal capacityGoal;
    private final List<Offer> offers;

    /** The least, the probable and the most that is needed. */
    private final List<DemandProjection> courses;

    CapacityCost(
            Catalog catalog,
            Offers offers,
            CapacityGoal capacityGoal,
            List<DemandProjection> courses) {
        this.catalog = catalog;
        this.capacityGoal = capacityGoal;
        this.offers = offers.of(capacityGoal.type(), capacityGoal.choice());
        this.courses = List.copyOf(courses);
    }

    /** The cheapest first, by what the months cost. */
    List<Way> ways() {
        Optional<Offer> demand = cheapest(PricingTerms.ON_DEMAND);
        Stream<Way> rented = demand.map(it -> rented(it)).stream();
        Stream<Way> reserved = cheapest(PricingTerms.RESERVED).map(it -> reserved(it)).stream();
        Stream<Way> bought = own().map(it -> bought(it, demand)).stream();
        return Stream.of(rented, reserved, bought)
                .flatMap(it -> it)
                .sorted(Comparator.comparing(it -> it.counted().value()))
                .toList();
    }

    /** Own hardware against renting on demand, at the use that is aimed at. */
    Optional<OfferPricing.BreakEven> even() {
        return own().flatMap(
                        own ->
                                cheapest(PricingTerms.ON_DEMAND)
                                        .map(
                                                it ->
                                                        OfferPricing.breakEven(
                                                                own, it, capacityGoal.target())));
    }

    /** In machines as large as those that are added, where anybody has such. */
    private Optional<Offer> cheapest(PricingTerms pricingTerms) {
        List<Offer> all = offers.stream().filter(it -> it.terms() == pricingTerms).toList();
        return all.stream()
                .filter(it -> it.perMachine() >= capacityGoal.perMachine())
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    /** The user's own, else what is usual. */
    private Optional<OwnHardware> own() {
        return catalog.ownHardware().stream()
                .filter(it -> it.type().equalsIgnoreCase(capacityGoal.type()))
                .min(Comparator.comparing(it -> it.perHour().perGpuHour()))
                .or(() -> catalog.type(capacityGoal.type()).flatMap(PurchasePrice::usual));
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
                                        OfferPricing.hours(
                                                offer.perHour().value(), rentedIn(offer, 1, it)))
                        .toList();
        Estimate<Double> hours =
                overall(
                        demandProjection ->
                                months().mapToDouble(it -> rentedIn(offer, demandProjection, it))
                                        .sum());
        return way(Having.RENTED, offer, OfferPricing.hours(offer.perHour(), hours), monthly);
    }

    private double rentedIn(Offer offer, int course, int month) {
        return rentedIn(offer, courses.get(course), month);
    }

    /** Accelerator-hours, in whole machines. */
    private double rentedIn(Offer offer, DemandProjection demandProjection, int month) {
        return offer.paidFor(Math.max(0, demandProjection.needed(month) - capacityGoal.have()))
                * HOURS;
    }

    /** A commitment is paid for whether used or not, from the month of its order on. */
    private Way reserved(Offer offer) {
        List<Money> monthly =
                months().mapToObj(
                                it ->
                                        OfferPricing.hours(
                                                offer.perHour().value(),
                                                reservedIn(offer, courses.get(1), it)))
                        .toList();
        Estimate<Double> hours =
                overall(
                        demandProjection ->
                                months().mapToDouble(it -> reservedIn(offer, demandProjection, it))
                                        .sum());
        return way(Having.RESERVED, offer, OfferPricing.hours(offer.perHour(), hours), monthly);
    }

    private double reservedIn(Offer offer, DemandProjection demandProjection, int month) {
        int most =
                IntStream.rangeClosed(0, month)
                        .map(it -> demandProjection.needed(it) - capacityGoal.have())
                        .max()
                        .orElse(0);
        return offer.paidFor(Math.max(0, most)) * HOURS;
    }

    private Way way(Having having, Offer offer, Estimate<Money> counted, List<Money> monthly) {
        return new Way(
                having,
                offer.name(),
                counted,
                sum(monthly),
                monthly,
                offer.perHour(),
                false,
                offer.note());
    }

    /** Bought, and rented until it is there. */
    private Way bought(OwnHardware own, Optional<Offer> rent) {
        String told = isAssumed() ? "what is usual was taken" : "own hardware " + own.name();
        var ground = new Ground(isAssumed() ? Source.ASSUMED : Source.DECLARED, told);
        Money perHour = own.perHour().perGpuHour();
        List<Money> counted =
                courses.stream()
                        .map(
                                it ->
                                        OfferPricing.hours(perHour, ownedHours(it))
                                                .plus(bridging(it, rent)))
                        .sorted()
                        .toList();
        Money probable =
                OfferPricing.hours(perHour, ownedHours(courses.get(1)))
                        .plus(bridging(courses.get(1), rent));
        var restsOn = new ArrayList<Ground>(List.of(ground));
        restsOn.addAll(capacityGoal.growth().restsOn());
        List<Money> monthly = months().mapToObj(it -> cash(own, rent, it)).toList();
        return new Way(
                Having.BOUGHT,
                isAssumed() ? "bought" : "bought as " + own.name(),
                new Estimate<>(probable, counted.getFirst(), counted.getLast(), restsOn),
                sum(monthly),
                monthly,
                Estimate.certain(perHour, ground),
                isAssumed(),
                "%s each, over %s"
                        .formatted(
                                Format.money(own.purchase()), Format.count(own.years(), "year")));
    }

    private double ownedHours(DemandProjection demandProjection) {
        return months().mapToDouble(it -> added(demandProjection, it) * HOURS).sum();
    }

    private int added(DemandProjection demandProjection, int month) {
        return demandProjection.there(month) - capacityGoal.have();
    }

    /** What is needed and not there yet is rented. */
    private Money bridging(DemandProjection demandProjection, Optional<Offer> rent) {
        return months().mapToObj(it -> bridging(demandProjection, rent, it))
                .reduce(Money.dollars(0), Money::plus);
    }

    private static Money bridging(
            DemandProjection demandProjection, Optional<Offer> rent, int month) {
        int lacks = Math.max(0, demandProjection.needed(month) - demandProjection.there(month));
        return rent.map(it -> OfferPricing.hours(it.perHour().value(), it.paidFor(lacks) * HOURS))
                .orElse(Money.dollars(0));
    }

    /** What is paid in a month: for what comes, for running what is there, and for renting what is not. */
    private Money cash(OwnHardware own, Optional<Offer> rent, int month) {
        DemandProjection demandProjection = courses.get(1);
        int comes =
                added(demandProjection, month)
                        - (month == 1 ? 0 : added(demandProjection, month - 1));
        Money running =
                own.lines().stream()
                        .filter(it -> !it.what().equals(OwnHardware.AMORTIZATION))
                        .map(OwnHardware.Line::perHour)
                        .reduce(Money.dollars(0), Money::plus);
        return own.purchase()
                .times(comes)
                .plus(OfferPricing.hours(running, added(demandProjection, month) * HOURS))
                .plus(bridging(demandProjection, rent, month));
    }

    private static Money sum(List<Money> monthly) {
        return monthly.stream().reduce(Money.dollars(0), Money::plus);
    }

    private Estimate<Double> overall(ToDoubleFunction<DemandProjection> of) {
        double[] all = courses.stream().mapToDouble(of).sorted().toArray();
        return new Estimate<>(
                of.applyAsDouble(courses.get(1)), all[0], all[2], capacityGoal.growth().restsOn());
    }
}
