package slipway.plan.money;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.catalog.Catalog;
import slipway.catalog.Price;

/**
 * All offers of one day: on demand, spot, under the user's commitments, and the user's own hardware. They are built
 * once a day and then only looked up, since a search asks for each of thousands of candidates.
 */
public final class Offers {

    /** The region of own hardware. */
    static final String HERE = "here";

    private static final Comparator<Offer> CHEAPEST_FIRST =
            Comparator.<Offer, Boolean>comparing(offer -> offer.price().refusal().isPresent())
                    .thenComparing(offer -> offer.price().perHour().value())
                    .thenComparing(offer -> offer.price().perHour().high())
                    .thenComparing(offer -> offer.price().note());

    private final Map<String, List<Offer>> byType = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Map<Offer, Integer> maxMachines;

    private Offers(List<Offer> all, Map<Offer, Integer> maxMachines) {
        this.maxMachines = Map.copyOf(maxMachines);
        all.stream()
                .sorted(CHEAPEST_FIRST)
                .forEach(
                        offer ->
                                byType.computeIfAbsent(offer.type(), _ -> new ArrayList<>())
                                        .add(offer));
        byType.replaceAll((_, offers) -> List.copyOf(offers));
    }

    public static Offers of(Catalog catalog, Instant now) {
        var all = new ArrayList<Offer>();
        var spot = new SpotPrices(catalog, now);
        var listed = new CatalogOffers(catalog, now);
        for (Price price : catalog.prices()) {
            boolean moves = price.kind() == Price.Kind.SPOT;
            Estimate<Money> perHour = moves ? spot.estimate(price) : price.estimate(now);
            all.add(listed.of(price, perHour));
            catalog.commitments().stream()
                    .flatMap(commitment -> commitment.discounted(price).stream())
                    .forEach(it -> all.add(listed.of(it, it.estimate(now))));
        }
        spot.byRegion().forEach(price -> all.add(listed.of(price, spot.estimate(price))));
        catalog.ownHardware().forEach(hardware -> all.add(listed.own(hardware)));
        return new Offers(all, Map.of());
    }

    /**
     * The same offers with these nodes as the only own hardware; one node can also be used in halves, quarters and so
     * on.
     */
    public Offers withOwnNodes(List<OwnNodes> nodes, Catalog catalog, Instant now) {
        var all = new ArrayList<Offer>();
        byType.values().forEach(all::addAll);
        all.removeIf(it -> it.terms() == PricingTerms.OWN);
        Map<Offer, Integer> limits = new HashMap<>();
        var listed = new CatalogOffers(catalog, now);
        for (OwnNodes each : nodes) {
            limits.merge(listed.own(each, each.perNode()), each.count(), Integer::sum);
            for (int part = Integer.highestOneBit(each.perNode()); part > 0; part /= 2) {
                if (part < each.perNode()) {
                    limits.putIfAbsent(listed.own(each, part), 1);
                }
            }
        }
        all.addAll(limits.keySet());
        return new Offers(all, limits);
    }

    /** The number of machines of an offer that exist. */
    public int maxMachines(Offer offer) {
        return maxMachines.getOrDefault(offer, Integer.MAX_VALUE);
    }

    /** Offers of a type that may be chosen automatically, the cheapest first. */
    public List<Offer> of(String type) {
        return of(type, OfferFilter.ANY);
    }

    /** Offers that a filter accepts, the cheapest first. */
    public List<Offer> of(String type, OfferFilter offerFilter) {
        return all(type).stream().filter(offerFilter::allows).toList();
    }

    /** Accepted offers that no other dominates: each is cheaper, faster or of another size than every other. */
    public List<Offer> best(String type, OfferFilter offerFilter) {
        var best = new ArrayList<Offer>();
        for (Offer offer : of(type, offerFilter)) {

            // Sorted by price: an offer that beats this one precedes it.
            if (best.stream().noneMatch(it -> it.beats(offer))) {
                best.add(offer);
            }
        }
        return List.copyOf(best);
    }

    /** All offers of a type; those that are never chosen automatically come last. */
    public List<Offer> all(String type) {
        return byType.getOrDefault(type, List.of());
    }

    /** Accelerator types with at least one offer. */
    public List<String> types() {
        return List.copyOf(byType.keySet());
    }
}
