package slipway.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.catalog.Catalog;
import slipway.catalog.OwnHardware;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.Offer;
import slipway.plan.money.OfferFilter;
import slipway.plan.money.OfferPricing;
import slipway.plan.money.Offers;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.PurchasePrice;
import slipway.plan.request.TrainingGoal;

/**
 * Buying accelerators against renting them.
 *
 * @param assumed whether nobody told what is paid for them, so that what is usual was taken
 * @param rent the cheapest for the same type on demand
 * @param always if they were in use all the time
 * @param used the share of the time in which they are in use by one such run a month
 * @param monthly with that use
 */
public record BuyOrRent(
        OwnHardware own,
        boolean assumed,
        Offer rent,
        OfferPricing.BreakEven always,
        double used,
        OfferPricing.BreakEven monthly) {

    private static final Duration MONTH = Duration.ofMinutes(43_830);

    public String name() {
        return own.name();
    }

    public String type() {
        return own.type();
    }

    /** Of one accelerator, used or not. */
    public Money perHour() {
        return own.perHour().perGpuHour();
    }

    /** What it costs and why, in words. */
    public String sentence() {
        String lines =
                own.lines().stream()
                        .map(it -> it.what() + " " + Format.perHourShort(it.perHour()))
                        .collect(Collectors.joining(" · "));
        return "%s each, sold for %s after %s; %s"
                .formatted(
                        Format.money(own.purchase()),
                        Format.money(own.residual()),
                        Format.count(own.years(), "year"),
                        lines);
    }

    /** Whether the plan's own offer is cheaper still, as spot may be. */
    public boolean isBeaten(Way chosen) {
        return chosen.offer().type().equals(own.type())
                && chosen.offer().terms() != PricingTerms.OWN
                && chosen.offer().perHour().value().compareTo(perHour()) < 0;
    }

    /** The user's hardware, each type once; else the chosen type at its list price, where that is known. */
    static List<BuyOrRent> of(
            Catalog catalog, Offers offers, TrainingGoal trainingGoal, Way chosen) {
        Stream<OwnHardware> bought = catalog.ownHardware().stream();
        Stream<OwnHardware> usual =
                catalog.type(chosen.offer().type()).flatMap(PurchasePrice::usual).stream();
        boolean assumed = catalog.ownHardware().isEmpty();
        return (assumed ? usual : bought)
                .flatMap(
                        own ->
                                rent(offers, trainingGoal, own, chosen)
                                        .map(rent -> against(own, assumed, rent, chosen))
                                        .stream())
                .toList();
    }

    /** On demand, since nobody takes own hardware back; in machines like those of the plan, where there are any. */
    private static Optional<Offer> rent(
            Offers offers, TrainingGoal trainingGoal, OwnHardware own, Way chosen) {
        OfferFilter offerFilter = trainingGoal.where().choice();
        List<Offer> rents =
                offers.of(
                        own.type(),
                        new OfferFilter(
                                offerFilter.providers(),
                                offerFilter.regions(),
                                Set.of(PricingTerms.ON_DEMAND)));
        int size = chosen.offer().perMachine();
        return rents.stream()
                .filter(it -> it.perMachine() == size)
                .findFirst()
                .or(() -> rents.stream().findFirst());
    }

    private static BuyOrRent against(OwnHardware own, boolean assumed, Offer rent, Way chosen) {
        double used =
                Math.clamp((double) chosen.time().value().toSeconds() / MONTH.toSeconds(), 1e-6, 1);
        return new BuyOrRent(
                own,
                assumed,
                rent,
                OfferPricing.breakEven(own, rent, 1),
                used,
                OfferPricing.breakEven(own, rent, used));
    }
}
