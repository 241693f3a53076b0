package slipway.plan.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.plan.gp.ResidualCorrection;
import slipway.plan.money.Offer;
import slipway.plan.money.Offers;

/**
 * Every way to serve an aim: accelerator type x how many share a replica x how weights are kept, each with as many
 * replicas as the demand needs and on the offer that costs least. All of them are corrected by what was measured and
 * simulated: a choice among them by the physical model alone would not know which keep the goal.
 */
final class ServingFleetSearch {

    private static final int[] SHARES = {1, 2, 4, 8};

    /** Nobody has more. */
    private static final int MOST_REPLICAS = 100_000;

    private final Catalog catalog;
    private final ServingAccelerators servingAccelerators;
    private final ServingPhysics servingPhysics;
    private final ServingNeighbours servingNeighbours;
    private final ServingGoal aim;
    private final ServedModel servedModel;
    private final Offers offers;
    private int considered;
    private boolean held;
    private Optional<Missed> nearest = Optional.empty();

    ServingFleetSearch(
            Catalog catalog,
            ServingAccelerators servingAccelerators,
            ServingPhysics servingPhysics,
            ServingNeighbours servingNeighbours,
            Ask ask) {
        this.catalog = catalog;
        this.servingAccelerators = servingAccelerators;
        this.servingPhysics = servingPhysics;
        this.servingNeighbours = servingNeighbours;
        this.aim = ask.aim;
        this.servedModel = ask.body;
        this.offers = ask.offers;
    }

    /** An aim with the body of its model, and what is offered. */
    record Ask(ServingGoal aim, ServedModel body, Offers offers) {}

    /** Replicas that keep the goal, on an offer. */
    record Way(Replica replica, double capacity, int replicas, Offer offer, Money hour) {

        String kind() {
            return replica.type().type() + " " + replica.weight().word();
        }
    }

    /** A replica that does not even keep the goal for a single request, and by how much it misses it. */
    private record Missed(double far, Replica replica, BatchingSimulation.Seen seen) {}

    int considered() {
        return considered;
    }

    /** Why there is no way. */
    String why() {
        if (considered == 0) {
            return "Nobody offers such accelerators on these terms.";
        }
        if (!held) {
            return "Nothing that is offered holds the model and one request.";
        }
        return nearest.map(ServingFleetSearch::sentence)
                .orElse("It would need more replicas than there are.");
    }

    private static String sentence(Missed it) {
        return "Even alone, %s would need %.0f ms to the first token and %.1f ms for each other."
                .formatted(it.replica.words(), 1e3 * it.seen.first95(), 1e3 * it.seen.each95());
    }

    /** The cheapest first; of equal ones the one with the fewest accelerators. */
    List<Way> ways() {
        var ways = new ArrayList<Way>();
        for (AcceleratorType type : types()) {
            for (WeightFormat weightFormat : weights(servingAccelerators.of(type))) {
                IntStream.of(SHARES)
                        .filter(share -> allowed(type, share))
                        .mapToObj(share -> replica(type, weightFormat, share))
                        .flatMap(Optional::stream)
                        .forEach(it -> way(it).ifPresent(ways::add));
            }
        }
        ways.sort(
                Comparator.comparing(Way::hour)
                        .thenComparingInt(it -> it.replicas * it.replica.accelerators()));
        return List.copyOf(ways);
    }

    private List<AcceleratorType> types() {
        List<String> wanted = aim.bounds().types();
        return catalog.accelerators().stream()
                .filter(
                        it ->
                                wanted.isEmpty()
                                        ? servingAccelerators.isMeasured(it)
                                        : wanted.stream()
                                                .anyMatch(name -> catalog.accepts(name, it.type())))
                .filter(it -> !offers.of(it.type(), aim.bounds().choice()).isEmpty())
                .toList();
    }

    private List<WeightFormat> weights(ServingAccelerator servingAccelerator) {
        List<WeightFormat> wanted = aim.bounds().weights();
        List<WeightFormat> usual =
                servedModel.key().startsWith("gpt-oss")
                        ? List.of(WeightFormat.FOUR)
                        : List.of(WeightFormat.SIXTEEN, WeightFormat.EIGHT);
        return (wanted.isEmpty() ? usual : wanted)
                .stream().filter(servingAccelerator::computes).toList();
    }

    private boolean allowed(AcceleratorType type, int share) {
        return servedModel.heads() % share == 0
                && share <= Math.max(1, type.linkedCount())
                && aim.bounds().tensor().stream().allMatch(it -> it == share);
    }

    private Optional<Replica> replica(AcceleratorType type, WeightFormat weightFormat, int share) {
        considered++;
        var servingDeployment =
                new ServingDeployment(
                        aim.bounds().framework(),
                        servedModel,
                        servingAccelerators.of(type),
                        weightFormat,
                        BatchingMode.AGGREGATED,
                        share,
                        share,
                        1);
        var servingScenario =
                new ServingScenario(
                        servingDeployment,
                        aim.demand().input(),
                        aim.demand().output(),
                        new RequestLoad(RequestLoad.Kind.CONCURRENCY, 1));
        ReplicaMemory replicaMemory =
                ReplicaMemory.of(servingScenario, servingPhysics.slots(servingScenario));
        if (!replicaMemory.fits()) {
            return Optional.empty();
        }
        held = true;
        ReplicaSpeed replicaSpeed =
                ReplicaSpeed.computed(servingPhysics, servingScenario, replicaMemory.requests());
        return Optional.of(
                new Replica(
                        type,
                        servingScenario,
                        replicaMemory,
                        replicaSpeed.corrected(servingNeighbours, servingScenario)));
    }

    private Optional<Way> way(Replica it) {
        double capacity = it.capacity(aim.demand(), aim.goal());
        if (capacity <= 0) {
            missed(it, it.seldom(aim.demand()));
            return Optional.empty();
        }
        double replicas = replicas(capacity);
        return replicas > MOST_REPLICAS
                ? Optional.empty()
                : cheapest(it, (int) replicas)
                        .map(
                                offer ->
                                        new Way(
                                                it,
                                                capacity,
                                                (int) replicas,
                                                offer,
                                                hour(offer, it, (int) replicas)));
    }

    private void missed(Replica it, BatchingSimulation.Seen seen) {
        double far = seen.over(aim.goal());
        if (nearest.isEmpty() || far < nearest.get().far) {
            nearest = Optional.of(new Missed(far, it, seen));
        }
    }

    private double replicas(double capacity) {
        return Math.max(1, Math.ceil(aim.demand().rate() / capacity - 1e-9));
    }

    private Optional<Offer> cheapest(Replica it, int replicas) {
        return offers.of(it.type().type(), aim.bounds().choice()).stream()
                .filter(
                        offer ->
                                offer.machine().isEmpty()
                                        || offer.perMachine() >= it.accelerators())
                .filter(offer -> isThere(offer, it, replicas))
                .min(Comparator.comparing(offer -> hour(offer, it, replicas)));
    }

    /** Nodes of one's own are as many as there are, and each holds whole replicas. */
    private boolean isThere(Offer offer, Replica it, int replicas) {
        int most = offers.most(offer);
        return most == Integer.MAX_VALUE
                || (offer.perMachine() >= it.accelerators()
                        && Math.ceilDiv(replicas, offer.perMachine() / it.accelerators()) <= most);
    }

    private static Money hour(Offer offer, Replica it, int replicas) {
        return offer.perHour().value().times(paid(offer, it, replicas));
    }

    /** A replica does not lie in two machines, and machines are let as a whole. */
    private static int paid(Offer offer, Replica it, int replicas) {
        if (offer.machine().isEmpty()) {
            return offer.paidFor(replicas * it.accelerators());
        }
        int inOne = offer.perMachine() / it.accelerators();
        return Math.ceilDiv(replicas, inOne) * offer.perMachine();
    }

    /** A way with its times, their intervals and its costs. */
    ServingFleet fleet(Way way) {
        Replica it = way.replica;
        BatchingSimulation.Seen seen =
                BatchingSimulation.of(it.pace(), aim.demand(), aim.demand().rate() / way.replicas);
        ServingScenario at = it.situation().at(Math.max(1, seen.present()));
        ResidualCorrection first = servingNeighbours.of(at, LatencyTarget.FIRST);
        ResidualCorrection each = servingNeighbours.of(at, LatencyTarget.EACH);
        // What a replica takes is uncertain by as much as the time that a token takes.
        var capacity =
                new Estimate<>(
                        way.capacity,
                        way.capacity / Math.exp(each.half()),
                        way.capacity * Math.exp(each.half()),
                        List.of(LatencyForecast.ground(each)));
        return new ServingFleet(
                way.offer,
                it.weight(),
                it.accelerators(),
                way.replicas,
                it.memory(),
                capacity,
                seen.present(),
                Replica.spread(seen.first50(), first),
                Replica.spread(seen.first95(), first),
                Replica.spread(seen.each50(), each),
                Replica.spread(seen.each95(), each),
                ServingFleet.Cost.of(way.offer, paid(way, capacity), aim.demand()));
    }

    private Estimate<Integer> paid(Way way, Estimate<Double> capacity) {
        return new Estimate<>(
                paid(way.offer, way.replica, way.replicas),
                paid(way.offer, way.replica, (int) replicas(capacity.high())),
                paid(way.offer, way.replica, (int) replicas(capacity.low())),
                capacity.grounds());
    }
}
