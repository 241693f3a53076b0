package slipway.plan.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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
 * Searches all ways to reach a serving goal: accelerator type x tensor-parallel size x weight format, each with the
 * replicas that the demand needs and on the cheapest offer. Every way is corrected by neighbors and simulated; the
 * physical model alone cannot tell which ways meet the goal.
 */
final class ServingFleetSearch {

    private static final int[] TP_SIZES = {1, 2, 4, 8};

    /** More replicas are not considered. */
    private static final int MAX_REPLICAS = 100_000;

    private final Catalog catalog;
    private final ServingAccelerators servingAccelerators;
    private final ServingPhysics servingPhysics;
    private final ServingNeighbors servingNeighbors;
    private final ServingGoal goal;
    private final ServedModel servedModel;
    private final Offers offers;
    private int considered;
    private boolean anyFits;
    private Optional<Missed> nearest = Optional.empty();

    ServingFleetSearch(
            Catalog catalog,
            ServingAccelerators servingAccelerators,
            ServingPhysics servingPhysics,
            ServingNeighbors servingNeighbors,
            Inputs ask) {
        this.catalog = catalog;
        this.servingAccelerators = servingAccelerators;
        this.servingPhysics = servingPhysics;
        this.servingNeighbors = servingNeighbors;
        this.goal = ask.goal;
        this.servedModel = ask.model;
        this.offers = ask.offers;
    }

    /** The goal, its model and the offers of the day. */
    record Inputs(ServingGoal goal, ServedModel model, Offers offers) {}

    /** Replicas that meet the goal, on an offer. */
    record Way(Replica replica, double capacity, int replicas, Offer offer, Money hour) {

        String kind() {
            return replica.type().type() + " " + replica.formats().weights().word();
        }
    }

    /** A replica that misses the goal even with a single request, and by how much. */
    private record Missed(double excess, Replica replica, BatchingSimulation.Observed observed) {}

    int considered() {
        return considered;
    }

    /** The reason why nothing was found. */
    String reasonForNone() {
        if (considered == 0) {
            return "No provider offers such accelerators on these terms.";
        }
        if (!anyFits) {
            return "Nothing that is offered holds the model and one request.";
        }
        return nearest.map(ServingFleetSearch::sentence)
                .orElse("It would need more replicas than there are.");
    }

    private static String sentence(Missed it) {
        return String.format(
                Locale.ROOT,
                "Even alone, %s would need %.0f ms to the first token and %.1f ms for each other.",
                it.replica.describe(),
                1e3 * it.observed.ttftP95(),
                1e3 * it.observed.tpotP95());
    }

    /** The cheapest first; of equal ones the one with the fewest accelerators. */
    List<Way> ways() {
        var ways = new ArrayList<Way>();
        for (AcceleratorType type : types()) {
            for (WeightFormat weightFormat : weights(servingAccelerators.of(type))) {
                IntStream.of(TP_SIZES)
                        .filter(tp -> isAllowed(type, tp))
                        .mapToObj(tp -> replica(type, weightFormat, tp))
                        .flatMap(Optional::stream)
                        .forEach(it -> addWay(it).ifPresent(ways::add));
            }
        }
        ways.sort(
                Comparator.comparing(Way::hour)
                        .thenComparingInt(it -> it.replicas * it.replica.accelerators()));
        return List.copyOf(ways);
    }

    private List<AcceleratorType> types() {
        List<String> wanted = goal.bounds().types();
        return catalog.accelerators().stream()
                .filter(
                        it ->
                                wanted.isEmpty()
                                        ? servingAccelerators.isMeasured(it)
                                        : wanted.stream()
                                                .anyMatch(name -> catalog.accepts(name, it.type())))
                .filter(it -> !offers.of(it.type(), goal.bounds().offers()).isEmpty())
                .toList();
    }

    private List<WeightFormat> weights(ServingAccelerator servingAccelerator) {
        List<WeightFormat> wanted = goal.bounds().weights();
        List<WeightFormat> usual =
                servedModel.key().startsWith("gpt-oss")
                        ? List.of(WeightFormat.FOUR)
                        : List.of(WeightFormat.SIXTEEN, WeightFormat.EIGHT);
        return (wanted.isEmpty() ? usual : wanted)
                .stream().filter(servingAccelerator::computes).toList();
    }

    private NumberFormats formats(WeightFormat weightFormat) {
        ServingGoal.Bounds bounds = goal.bounds();
        return bounds.kvCache()
                .map(it -> new NumberFormats(weightFormat, it))
                .orElseGet(() -> NumberFormats.ofFramework(bounds.framework(), weightFormat));
    }

    private boolean isAllowed(AcceleratorType type, int tp) {
        return servedModel.attention().divides(tp)
                && tp <= Math.max(1, type.fabric().size())
                && goal.bounds().tp().stream().allMatch(it -> it == tp);
    }

    private Optional<Replica> replica(AcceleratorType type, WeightFormat weightFormat, int tp) {
        considered++;
        var servingDeployment =
                new ServingDeployment(
                        goal.bounds().framework(),
                        servedModel,
                        servingAccelerators.of(type),
                        formats(weightFormat),
                        BatchingMode.AGGREGATED,
                        ServingDeployment.ServingLayout.tensorParallel(tp));
        var servingScenario =
                new ServingScenario(
                        servingDeployment,
                        goal.demand().input(),
                        goal.demand().output(),
                        new RequestLoad(RequestLoad.Kind.CONCURRENCY, 1));
        ReplicaMemory replicaMemory =
                ReplicaMemory.of(servingScenario, servingPhysics.slots(servingScenario));
        if (!replicaMemory.fits()) {
            return Optional.empty();
        }
        anyFits = true;
        ReplicaSpeed replicaSpeed =
                ReplicaSpeed.physical(servingPhysics, servingScenario, replicaMemory.maxRequests());
        return Optional.of(
                new Replica(
                        type,
                        servingScenario,
                        replicaMemory,
                        replicaSpeed.corrected(servingNeighbors, servingScenario)));
    }

    private Optional<Way> addWay(Replica it) {
        double capacity = it.capacity(goal.demand(), goal.latency());
        if (capacity <= 0) {
            recordMiss(it, it.nearlyIdle(goal.demand()));
            return Optional.empty();
        }
        double replicas = replicas(capacity);
        return replicas > MAX_REPLICAS
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

    private void recordMiss(Replica it, BatchingSimulation.Observed seen) {
        double far = seen.excess(goal.latency());
        if (nearest.isEmpty() || far < nearest.get().excess) {
            nearest = Optional.of(new Missed(far, it, seen));
        }
    }

    private double replicas(double capacity) {
        return Math.max(1, Math.ceil(goal.demand().rate() / capacity - 1e-9));
    }

    private Optional<Offer> cheapest(Replica it, int replicas) {
        return offers.of(it.type().type(), goal.bounds().offers()).stream()
                .filter(
                        offer ->
                                offer.machine().isEmpty()
                                        || offer.perMachine() >= it.accelerators())
                .filter(offer -> isAvailable(offer, it, replicas))
                .min(Comparator.comparing(offer -> hour(offer, it, replicas)));
    }

    /** Own nodes are limited in number, and each holds whole replicas. */
    private boolean isAvailable(Offer offer, Replica it, int replicas) {
        int most = offers.maxMachines(offer);
        return most == Integer.MAX_VALUE
                || (offer.perMachine() >= it.accelerators()
                        && Math.ceilDiv(replicas, offer.perMachine() / it.accelerators()) <= most);
    }

    private static Money hour(Offer offer, Replica it, int replicas) {
        return offer.price().perHour().value().times(billed(offer, it, replicas));
    }

    /** A replica is never split over machines, and machines are rented as a whole. */
    private static int billed(Offer offer, Replica it, int replicas) {
        if (offer.machine().isEmpty()) {
            return offer.billedAccelerators(replicas * it.accelerators());
        }
        int inOne = offer.perMachine() / it.accelerators();
        return Math.ceilDiv(replicas, inOne) * offer.perMachine();
    }

    /** A way with its latencies, their intervals and its cost. */
    ServingFleet fleet(Way way) {
        Replica it = way.replica;
        BatchingSimulation.Observed seen =
                BatchingSimulation.of(
                        it.speed(), goal.demand(), goal.demand().rate() / way.replicas);
        ServingScenario at = it.scenario().withConcurrency(Math.max(1, seen.concurrency()));
        ResidualCorrection first = servingNeighbors.correction(at, LatencyTarget.TTFT);
        ResidualCorrection each = servingNeighbors.correction(at, LatencyTarget.TPOT);

        // The capacity of a replica is as uncertain as its time per output token.
        var capacity =
                new Estimate<>(
                        way.capacity,
                        way.capacity / Math.exp(each.halfWidth()),
                        way.capacity * Math.exp(each.halfWidth()),
                        List.of(LatencyForecast.ground(each)));
        return new ServingFleet(
                way.offer,
                way.replicas,
                new ServingFleet.PlannedReplica(
                        it.formats(), it.accelerators(), it.memory(), capacity, seen.concurrency()),
                new ServingFleet.LatencyPercentiles(
                        Replica.withInterval(seen.ttftP50(), first),
                        Replica.withInterval(seen.ttftP95(), first),
                        Replica.withInterval(seen.tpotP50(), each),
                        Replica.withInterval(seen.tpotP95(), each)),
                ServingFleet.Cost.of(way.offer, billed(way, capacity), goal.demand()));
    }

    private Estimate<Integer> billed(Way way, Estimate<Double> capacity) {
        return new Estimate<>(
                billed(way.offer, way.replica, way.replicas),
                billed(way.offer, way.replica, (int) replicas(capacity.high())),
                billed(way.offer, way.replica, (int) replicas(capacity.low())),
                capacity.grounds());
    }
}
