package slipway.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.catalog.Catalog;
import slipway.plan.MixPlan.Demand;
import slipway.plan.MixPlan.Place;
import slipway.plan.money.Offer;
import slipway.plan.money.Offers;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.TermsMix;
import slipway.plan.reliability.CheckpointScenario;
import slipway.plan.reliability.ReliabilityModel;

/**
 * A baseline that is reserved, bursts on spot, and on demand what spot does not give: at each provider what costs
 * least. All of it is with one provider, since the data lies there.
 */
final class MixPlanner {

    private static final ProblemCode NO_PLACE =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "no-place-for-demand",
                    "Nobody within the bounds offers such accelerators on demand, so many together.");

    private static final double HOURS = 730.5;
    private static final Duration WORK = Duration.ofDays(1);
    private static final Set<String> EVERYWHERE = Set.of("any", "typical");

    private static final String CHEAPEST = "cheapest";

    private final Offers offers;
    private final StorageChoice storageChoice;
    private final ReliabilityModel reliabilityModel;

    MixPlanner(Catalog catalog, Instant now) {
        this.offers = Offers.of(catalog, now);
        this.storageChoice = new StorageChoice(catalog);
        this.reliabilityModel = ReliabilityModel.of(catalog);
    }

    MixPlan of(Demand demand) {
        List<Offer> all = offers.of(demand.type(), demand.choice());
        var places = new ArrayList<Place>();
        all.stream()
                .filter(it -> it.terms() == PricingTerms.ON_DEMAND && isEnough(it, demand))
                .forEach(it -> places.add(place(demand, it, all)));
        if (places.isEmpty()) {
            throw new Problem(
                    NO_PLACE,
                    "Nobody offers %d %s together on demand."
                            .formatted(demand.bursts(), demand.type()),
                    "Machines that reach each other were not found within the bounds given.",
                    "Name another type, or leave --provider and --region out.");
        }
        Set<String> seen = new HashSet<>();
        return new MixPlan(
                demand,
                places.stream()
                        .sorted(Comparator.comparing(it -> it.mix().cost().value()))
                        .filter(it -> seen.add(it.onDemand().provider()))
                        .toList());
    }

    /** More than one machine holds is taken only where somebody says how machines reach each other. */
    private static boolean isEnough(Offer offer, Demand demand) {
        return offer.network().isPresent()
                || offer.perMachine() >= Math.max(demand.baseline(), demand.bursts());
    }

    private Place place(Demand demand, Offer onDemand, List<Offer> all) {
        Optional<Offer> reserved = reserved(demand, onDemand, all);
        Optional<Offer> spot =
                like(onDemand, PricingTerms.SPOT, all).stream()
                        .min(
                                Comparator.comparing((Offer it) -> !isTypical(it, onDemand))
                                        .thenComparing(it -> it.perHour().value()));
        double steady = goodput(demand, onDemand, false);
        double goodput = Math.min(steady, goodput(demand, onDemand, true));
        var market =
                new TermsMix.Market(
                        onDemand.perHour(),
                        reserved.map(Offer::perHour),
                        spot.map(
                                it ->
                                        new TermsMix.Spot(
                                                it.perHour(), demand.there(), goodput, steady)));
        int low = onDemand.paidFor(demand.baseline());
        int high = low + onDemand.paidFor(demand.bursts());
        var levels =
                List.of(
                        new TermsMix.Level(low, 1 - demand.share()),
                        new TermsMix.Level(high, demand.share()));
        return new Place(
                onDemand, reserved, spot, goodput, TermsMix.ofBursts(levels, HOURS, market));
    }

    private static Optional<Offer> reserved(Demand demand, Offer onDemand, List<Offer> all) {
        return demand.discount()
                .map(onDemand::reserved)
                .or(() -> like(onDemand, PricingTerms.RESERVED, all).stream().findFirst());
    }

    /** The cheapest first. */
    private static List<Offer> like(Offer onDemand, PricingTerms pricingTerms, List<Offer> all) {
        return all.stream()
                .filter(it -> it.terms() == pricingTerms)
                .filter(it -> it.provider().equals(onDemand.provider()))
                .filter(it -> it.machine().equals(onDemand.machine()))
                .filter(it -> it.perMachine() == onDemand.perMachine())
                .toList();
    }

    /** Bursts run where the baseline does, so the cheapest region of all says little. */
    private static boolean isTypical(Offer spot, Offer onDemand) {
        return EVERYWHERE.contains(spot.region())
                || (spot.region().equals(onDemand.region()) && !spot.region().equals(CHEAPEST));
    }

    private double goodput(Demand demand, Offer offer, boolean spot) {
        int machines = offer.machines(demand.bursts());
        return reliabilityModel
                .advise(
                        new CheckpointScenario(
                                demand.saved(),
                                demand.type(),
                                demand.bursts(),
                                offer.perMachine(),
                                Optional.empty(),
                                storageChoice
                                        .at(offer)
                                        .map(it -> StorageChoice.speed(it, machines)),
                                spot,
                                true,
                                WORK))
                .goodput()
                .value();
    }
}
