package slipway.plan.money;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.Say;
import slipway.catalog.Catalog;
import slipway.catalog.Dated;
import slipway.catalog.Machine;
import slipway.catalog.OwnHardware;
import slipway.catalog.Price;

/**
 * Everything at which accelerators can be had on one day: prices on demand, on the spot market, under the user's
 * commitments, and the user's own hardware. Made once for a day and then only looked up, since a search asks it for
 * each of thousands of candidates.
 */
public final class Offers {

    /** The region of hardware of one's own. */
    static final String HERE = "here";

    private static final String OWN = "own";

    private static final Comparator<Offer> CHEAPEST_FIRST =
            Comparator.<Offer, Boolean>comparing(offer -> offer.refused().isPresent())
                    .thenComparing(offer -> offer.perHour().value())
                    .thenComparing(offer -> offer.perHour().high())
                    .thenComparing(Offer::note);

    private final Map<String, List<Offer>> byType = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private Offers(List<Offer> all) {
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
        for (Price price : catalog.prices()) {
            boolean moves = price.kind() == Price.Kind.SPOT;
            Estimate<Money> perHour = moves ? spot.of(price) : price.estimate(now);
            all.add(listed(catalog, price, perHour, now));
            catalog.commitments().stream()
                    .flatMap(commitment -> commitment.of(price).stream())
                    .forEach(it -> all.add(listed(catalog, it, it.estimate(now), now)));
        }
        spot.byRegion().forEach(price -> all.add(listed(catalog, price, spot.of(price), now)));
        catalog.own().forEach(hardware -> all.add(own(catalog, hardware)));
        return new Offers(all);
    }

    /** What may be chosen by itself for this type, the cheapest first. */
    public List<Offer> of(String type) {
        return of(type, Choice.ANY);
    }

    /** What a person allows, the cheapest first. */
    public List<Offer> of(String type, Choice choice) {
        return all(type).stream().filter(choice::allows).toList();
    }

    /** Of these the ones that are worth a look: each is cheaper, faster or of another size than every other. */
    public List<Offer> best(String type, Choice choice) {
        var best = new ArrayList<Offer>();
        for (Offer offer : of(type, choice)) {
            // Sorted by price: whoever beats this one stands before it.
            if (best.stream().noneMatch(it -> it.beats(offer))) {
                best.add(offer);
            }
        }
        return List.copyOf(best);
    }

    /** Everything there is for this type, also what is never chosen by itself; that comes last. */
    public List<Offer> all(String type) {
        return byType.getOrDefault(type, List.of());
    }

    /** The types that anybody offers. */
    public List<String> types() {
        return List.copyOf(byType.keySet());
    }

    private static Offer listed(
            Catalog catalog, Price price, Estimate<Money> perHour, Instant now) {
        Optional<Machine> machine = machine(catalog, price);
        return new Offer(
                price.provider(),
                price.region(),
                Terms.of(price.kind()),
                price.machine(),
                price.type(),
                machine.map(Machine::accelerators).orElse(price.accelerators()),
                perHour,
                OptionalLong.of(price.age(now)),
                machine.flatMap(Offers::network),
                price.sentence(now) + ", by " + price.source(),
                refused(price, now));
    }

    private static Optional<Machine> machine(Catalog catalog, Price price) {
        return price.machine().stream()
                .flatMap(name -> catalog.machines(name).stream())
                .filter(it -> it.provider().equals(price.provider()))
                .findFirst();
    }

    private static Optional<Bytes> network(Machine machine) {
        return machine.network()
                .map(it -> new Bytes(it.eachWay().count() / machine.accelerators()));
    }

    private static Optional<Offer.Refusal> refused(Price price, Instant now) {
        return price.doubt()
                .map(doubt -> new Offer.Refusal(true, doubt))
                .or(
                        () ->
                                price.usable(now)
                                        ? Optional.empty()
                                        : Optional.of(
                                                new Offer.Refusal(
                                                        false,
                                                        "listed %s ago, more than %d"
                                                                .formatted(
                                                                        Say.count(
                                                                                price.age(now),
                                                                                "day"),
                                                                        Dated.USABLE_DAYS))));
    }

    /** The catalog says how large machines are that teams buy; it is the largest of that type. */
    private static Offer own(Catalog catalog, OwnHardware hardware) {
        Optional<Machine> like =
                catalog.machines().stream()
                        .filter(it -> it.provider().equals(OWN))
                        .filter(it -> it.type().equalsIgnoreCase(hardware.type()))
                        .max(Comparator.comparingInt(Machine::accelerators));
        String note =
                "own hardware %s: %s"
                        .formatted(
                                hardware.name(),
                                Say.list(
                                        hardware.lines().stream()
                                                .map(
                                                        line ->
                                                                line.what()
                                                                        + " "
                                                                        + Say.perHourTight(
                                                                                line.perHour()))
                                                .toList()));
        return new Offer(
                OWN,
                HERE,
                Terms.OWN,
                Optional.of(hardware.name()),
                hardware.type(),
                like.map(Machine::accelerators).orElse(1),
                Estimate.certain(
                        hardware.perHour().perGpuHour(), new Ground(Source.DECLARED, note)),
                OptionalLong.empty(),
                like.flatMap(Offers::network),
                note,
                Optional.empty());
    }
}
