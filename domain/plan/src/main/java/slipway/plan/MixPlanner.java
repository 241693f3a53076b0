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
import slipway.plan.MixPlan.ProviderMix;
import slipway.plan.money.Offer;
import slipway.plan.money.Offers;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.TermsMix;
import slipway.plan.reliability.CheckpointScenario;
import slipway.plan.reliability.ReliabilityModel;
import slipway.plan.request.BurstDemand;

/**
 * Plans a mix of terms: a reserved baseline, bursts on spot, and on demand where spot is unavailable. Each mix stays
 * with one provider, since the data is there.
 */
final class MixPlanner {

    private static final ProblemCode NO_PLACE =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "no-place-for-demand",
                    "No provider within the bounds offers so many accelerators together on demand.");

    private static final double HOURS_PER_MONTH = 730.5;
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

    MixPlan of(BurstDemand demand) {
        List<Offer> all = offers.of(demand.type(), demand.offers());
        var mixes = new ArrayList<ProviderMix>();
        all.stream()
                .filter(it -> it.terms() == PricingTerms.ON_DEMAND && isEnough(it, demand))
                .forEach(it -> mixes.add(mixAt(demand, it, all)));
        if (mixes.isEmpty()) {
            throw new Problem(
                    NO_PLACE,
                    "No provider offers %d %s together on demand."
                            .formatted(demand.bursts(), demand.type()),
                    "Machines that reach each other were not found within the bounds given.",
                    "Name another type, or omit --provider and --region.");
        }
        Set<String> providers = new HashSet<>();
        return new MixPlan(
                demand,
                mixes.stream()
                        .sorted(Comparator.comparing(it -> it.mix().cost().value()))
                        .filter(it -> providers.add(it.onDemand().provider()))
                        .toList());
    }

    /** Whether the offer is large enough: several machines need a known network. */
    private static boolean isEnough(Offer offer, BurstDemand demand) {
        return offer.network().isPresent()
                || offer.perMachine() >= Math.max(demand.baseline(), demand.bursts());
    }

    private ProviderMix mixAt(BurstDemand demand, Offer onDemand, List<Offer> all) {
        Optional<Offer> reserved = reserved(demand, onDemand, all);
        Optional<Offer> spot =
                sameMachine(onDemand, PricingTerms.SPOT, all).stream()
                        .min(
                                Comparator.comparing(
                                                (Offer it) -> !isComparableRegion(it, onDemand))
                                        .thenComparing(it -> it.price().perHour().value()));
        double steady = goodput(demand, onDemand, false);
        double goodput = Math.min(steady, goodput(demand, onDemand, true));
        var market =
                new TermsMix.Market(
                        onDemand.price().perHour(),
                        reserved.map(it -> it.price().perHour()),
                        spot.map(
                                it ->
                                        new TermsMix.Spot(
                                                it.price().perHour(),
                                                demand.spotAvailability(),
                                                goodput,
                                                steady)));
        int low = onDemand.billedAccelerators(demand.baseline());
        int high = low + onDemand.billedAccelerators(demand.bursts());
        var levels =
                List.of(
                        new TermsMix.Level(low, 1 - demand.burstShare()),
                        new TermsMix.Level(high, demand.burstShare()));
        return new ProviderMix(
                onDemand,
                reserved,
                spot,
                goodput,
                TermsMix.ofBursts(levels, HOURS_PER_MONTH, market));
    }

    private static Optional<Offer> reserved(BurstDemand demand, Offer onDemand, List<Offer> all) {
        return demand.discount()
                .map(onDemand::reserved)
                .or(() -> sameMachine(onDemand, PricingTerms.RESERVED, all).stream().findFirst());
    }

    /** Offers of the same machine on other terms, the cheapest first. */
    private static List<Offer> sameMachine(
            Offer onDemand, PricingTerms pricingTerms, List<Offer> all) {
        return all.stream()
                .filter(it -> it.terms() == pricingTerms)
                .filter(it -> it.provider().equals(onDemand.provider()))
                .filter(it -> it.machine().equals(onDemand.machine()))
                .filter(it -> it.perMachine() == onDemand.perMachine())
                .toList();
    }

    /** Whether a spot price applies to the region of the baseline, where bursts run. */
    private static boolean isComparableRegion(Offer spot, Offer onDemand) {
        return EVERYWHERE.contains(spot.region())
                || (spot.region().equals(onDemand.region()) && !spot.region().equals(CHEAPEST));
    }

    private double goodput(BurstDemand demand, Offer offer, boolean spot) {
        int machines = offer.machines(demand.bursts());
        return reliabilityModel
                .advise(
                        new CheckpointScenario(
                                demand.checkpoint(),
                                new CheckpointScenario.Machines(
                                        demand.type(), demand.bursts(), offer.perMachine(), spot),
                                Optional.empty(),
                                storageChoice
                                        .at(offer)
                                        .map(it -> StorageChoice.speed(it, machines)),
                                true,
                                WORK))
                .goodput()
                .value();
    }
}
