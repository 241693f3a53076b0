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
 * Compares buying accelerators with renting them.
 *
 * @param assumed whether the user stated no cost, so that the typical one is assumed
 * @param rental the cheapest on-demand offer of the same type
 * @param breakEvenFullyUsed the break-even at full utilization
 * @param utilization the utilization by one such run a month
 * @param breakEven the break-even at that utilization
 */
public record BuyOrRent(
        OwnHardware own,
        boolean assumed,
        Offer rental,
        OfferPricing.BreakEven breakEvenFullyUsed,
        double utilization,
        OfferPricing.BreakEven breakEven) {

    private static final Duration MONTH = Duration.ofMinutes(43_830);

    public String name() {
        return own.name();
    }

    public String type() {
        return own.type();
    }

    /** Cost of one accelerator for an hour, used or not. */
    public Money perHour() {
        return own.perHour().perGpuHour();
    }

    /** Describes the cost and its parts. */
    public String sentence() {
        String lines =
                own.lines().stream()
                        .map(it -> it.what() + " " + Format.perHourShort(it.perHour()))
                        .collect(Collectors.joining(" · "));
        return "%s each, sold for %s after %s; %s"
                .formatted(
                        Format.money(own.purchase().price()),
                        Format.money(own.purchase().residual()),
                        Format.count(own.purchase().years(), "year"),
                        lines);
    }

    /** Whether the chosen offer is cheaper still, as spot may be. */
    public boolean isBeatenBy(Way chosen) {
        return chosen.offer().type().equals(own.type())
                && chosen.offer().terms() != PricingTerms.OWN
                && chosen.offer().price().perHour().value().compareTo(perHour()) < 0;
    }

    /**
     * Comparisons for the user's hardware, each type once; else for the chosen type at its list price, where it is
     * known.
     */
    static List<BuyOrRent> of(
            Catalog catalog, Offers offers, TrainingGoal trainingGoal, Way chosen) {
        Stream<OwnHardware> bought = catalog.ownHardware().stream();
        Stream<OwnHardware> usual =
                catalog.type(chosen.offer().type()).flatMap(PurchasePrice::typical).stream();
        boolean assumed = catalog.ownHardware().isEmpty();
        return (assumed ? usual : bought)
                .flatMap(
                        own ->
                                rental(offers, trainingGoal, own, chosen)
                                        .map(rent -> compare(own, assumed, rent, chosen))
                                        .stream())
                .toList();
    }

    /**
     * The on-demand offer to compare with, since own hardware cannot be returned; in machines of the same size, where
     * there are any.
     */
    private static Optional<Offer> rental(
            Offers offers, TrainingGoal trainingGoal, OwnHardware own, Way chosen) {
        OfferFilter offerFilter = trainingGoal.where().offers();
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

    private static BuyOrRent compare(OwnHardware own, boolean assumed, Offer rent, Way chosen) {
        double utilization =
                Math.clamp((double) chosen.time().value().toSeconds() / MONTH.toSeconds(), 1e-6, 1);
        return new BuyOrRent(
                own,
                assumed,
                rent,
                OfferPricing.breakEven(own, rent, 1),
                utilization,
                OfferPricing.breakEven(own, rent, utilization));
    }
}
