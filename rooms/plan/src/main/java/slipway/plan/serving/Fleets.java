package slipway.plan.serving;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.catalog.Accelerator;
import slipway.catalog.Catalog;
import slipway.plan.money.Offer;
import slipway.plan.money.Offers;

/**
 * Every way to serve a aim: accelerator type x how many share a replica x how weights are kept, each with as many
 * replicas as the demand needs and on the offer that costs least. All are looked at by the physical model; only those
 * that can be among the cheapest are corrected by what was measured, which takes a thousand times as long.
 */
final class Fleets {

    private static final int[] SHARES = {1, 2, 4, 8};

    /** Ways that are corrected and simulated; the physical model is not so wrong that the best is not among them. */
    private static final int CLOSER = 24;

    /** Of one type among them: else one cheap type would fill the list. */
    private static final int OF_ONE_TYPE = 3;

    private static final int HALVINGS = 12;

    private final Catalog catalog;
    private final Cards cards;
    private final Physics physics;
    private final Surroundings surroundings;
    private final ServingAim aim;
    private final Body body;
    private final Offers offers;
    private int considered;
    private Optional<String> nearest = Optional.empty();

    Fleets(Catalog catalog, Cards cards, Physics physics, Surroundings surroundings, Ask ask) {
        this.catalog = catalog;
        this.cards = cards;
        this.physics = physics;
        this.surroundings = surroundings;
        this.aim = ask.aim;
        this.body = ask.body;
        this.offers = Offers.of(catalog, aim.now());
    }

    /** A aim with the body of its model. */
    record Ask(ServingAim aim, Body body) {}

    /** A replica that holds the model, before anybody has paid for it. */
    private record Candidate(
            Accelerator type, Situation situation, Memory memory, Pace pace, double capacity) {

        int accelerators() {
            return (int) situation.deployment().cards();
        }
    }

    /** A candidate with the least that it may cost. */
    private record Priced(Candidate candidate, Money least) {}

    int considered() {
        return considered;
    }

    /** What comes nearest where nothing keeps the goal. */
    Optional<String> nearest() {
        return nearest;
    }

    /** The cheapest first. */
    List<Fleet> all() {
        var priced = new ArrayList<Priced>();
        for (Accelerator type : types()) {
            for (Weight weight : weights(cards.of(type))) {
                IntStream.of(SHARES)
                        .filter(share -> allowed(type, share))
                        .mapToObj(share -> candidate(type, weight, share))
                        .flatMap(Optional::stream)
                        .forEach(it -> price(it).ifPresent(priced::add));
            }
        }
        return closest(priced).stream()
                .map(this::corrected)
                .flatMap(Optional::stream)
                .sorted(
                        Comparator.comparing((Fleet it) -> it.cost().hour().value())
                                .thenComparingInt(Fleet::all))
                .toList();
    }

    private List<Accelerator> types() {
        List<String> wanted = aim.bounds().types();
        return catalog.all().stream()
                .filter(
                        it ->
                                wanted.isEmpty()
                                        ? cards.isMeasured(it)
                                        : wanted.stream()
                                                .anyMatch(name -> catalog.allows(name, it.type())))
                .toList();
    }

    private List<Weight> weights(Card card) {
        List<Weight> wanted = aim.bounds().weights();
        List<Weight> usual =
                body.key().startsWith("gpt-oss")
                        ? List.of(Weight.FOUR)
                        : List.of(Weight.SIXTEEN, Weight.EIGHT);
        return (wanted.isEmpty() ? usual : wanted).stream().filter(card::computes).toList();
    }

    private boolean allowed(Accelerator type, int share) {
        return body.heads() % share == 0
                && share <= Math.max(1, type.joined())
                && aim.bounds().tensor().stream().allMatch(it -> it == share);
    }

    private Optional<Candidate> candidate(Accelerator type, Weight weight, int share) {
        considered++;
        var deployment =
                new Deployment(
                        aim.bounds().framework(),
                        body,
                        cards.of(type),
                        weight,
                        Mode.AGGREGATED,
                        share,
                        share,
                        1);
        var situation =
                new Situation(
                        deployment,
                        aim.demand().input(),
                        aim.demand().output(),
                        new Load(Load.Kind.CONCURRENCY, 1));
        Memory memory = Memory.of(situation, physics.slots(situation));
        if (!memory.fits()) {
            return Optional.empty();
        }
        Pace pace = Pace.computed(physics, situation, memory.requests());
        return Optional.of(
                new Candidate(type, situation, memory, pace, pace.most(aim.demand().output())));
    }

    private Optional<Priced> price(Candidate it) {
        return cheapest(it, replicas(it.capacity))
                .map(offer -> new Priced(it, hour(offer, it, replicas(it.capacity))));
    }

    /** Those that cost least by the physical model, with every slot full all the time. */
    private static List<Candidate> closest(List<Priced> priced) {
        var taken = new ArrayList<Candidate>();
        for (Priced one : priced.stream().sorted(Comparator.comparing(Priced::least)).toList()) {
            long alike = taken.stream().filter(it -> it.type.equals(one.candidate.type)).count();
            if (taken.size() < CLOSER && alike < OF_ONE_TYPE) {
                taken.add(one.candidate);
            }
        }
        return taken;
    }

    private Optional<Fleet> corrected(Candidate it) {
        Pace pace = it.pace.corrected(surroundings, it.situation);
        double capacity = capacity(pace);
        if (capacity <= 0) {
            missed(it, Traffic.of(pace, aim.demand(), Math.min(0.01, aim.demand().rate())));
            return Optional.empty();
        }
        int replicas = replicas(capacity);
        double each = aim.demand().rate() / replicas;
        Traffic.Seen seen = Traffic.of(pace, aim.demand(), each);
        return cheapest(it, replicas)
                .map(offer -> fleet(it, offer, replicas, new Running(capacity, seen)));
    }

    private void missed(Candidate it, Traffic.Seen seen) {
        if (nearest.isEmpty()) {
            nearest =
                    Optional.of(
                            "%d %s in %s would need %.0f ms to the first token and %.1f ms for each other"
                                    .formatted(
                                            it.accelerators(),
                                            it.type.type(),
                                            it.situation.deployment().weight().word(),
                                            1e3 * seen.first95(),
                                            1e3 * seen.each95()));
        }
    }

    /** The most requests a second at which the goal is still kept; 0 where it is not even by a single one. */
    private double capacity(Pace pace) {
        double high = pace.most(aim.demand().output());
        double low = Math.min(0.01, high / 100);
        if (!Traffic.of(pace, aim.demand(), low).keeps(aim.goal())) {
            return 0;
        }
        for (int round = 0; round < HALVINGS; round++) {
            double middle = (low + high) / 2;
            if (Traffic.of(pace, aim.demand(), middle).keeps(aim.goal())) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int replicas(double capacity) {
        return (int) Math.clamp(Math.ceil(aim.demand().rate() / capacity - 1e-9), 1, 100_000);
    }

    private Optional<Offer> cheapest(Candidate it, int replicas) {
        return offers.of(it.type.type(), aim.bounds().choice()).stream()
                .filter(
                        offer ->
                                offer.machine().isEmpty()
                                        || offer.perMachine() >= it.accelerators())
                .min(Comparator.comparing(offer -> hour(offer, it, replicas)));
    }

    private static Money hour(Offer offer, Candidate it, int replicas) {
        return offer.perHour().value().times(offer.paidFor(accelerators(offer, it, replicas)));
    }

    /** A replica does not lie in two machines. */
    private static int accelerators(Offer offer, Candidate it, int replicas) {
        if (offer.machine().isEmpty()) {
            return replicas * it.accelerators();
        }
        int inOne = offer.perMachine() / it.accelerators();
        return Math.ceilDiv(replicas, inOne) * offer.perMachine();
    }

    private record Running(double capacity, Traffic.Seen seen) {}

    private Fleet fleet(Candidate it, Offer offer, int replicas, Running running) {
        Traffic.Seen seen = running.seen;
        Shifts around = surroundings.of(it.situation.at(Math.max(1, seen.present())));
        Shift first = around.first();
        Shift each = around.each();
        return new Fleet(
                offer,
                it.situation.deployment().weight(),
                it.accelerators(),
                replicas,
                it.memory,
                running.capacity,
                seen.present(),
                spread(seen.first50(), first),
                spread(seen.first95(), first),
                spread(seen.each50(), each),
                spread(seen.each95(), each),
                Fleet.Cost.of(offer, accelerators(offer, it, replicas), aim.demand()));
    }

    private static Estimate<Duration> spread(double seconds, Shift shift) {
        return Forecast.estimate(seconds, shift.half(), Forecast.ground(shift));
    }
}
