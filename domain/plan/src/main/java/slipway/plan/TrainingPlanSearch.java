package slipway.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.acceptance.Measurements.Delivered;
import slipway.plan.money.Offer;
import slipway.plan.money.Offers;
import slipway.plan.money.PricingTerms;
import slipway.plan.request.TrainingGoal;
import slipway.plan.training.TrainingAccelerators;
import slipway.plan.training.TrainingModel;
import slipway.plan.training.TrainingModel.Prospect;
import slipway.plan.training.TrainingTask;

/**
 * Searches ways to reach a training goal: every offer, every number of its machines, every set-up. All are first
 * estimated by the physical model alone, which is fast; those near the Pareto front of time and cost are then corrected
 * by measured neighbors.
 */
final class TrainingPlanSearch {

    /** Numbers of machines to try, as far as the goal allows. */
    private static final int[] MACHINES = {
        1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 112, 128
    };

    /** The largest change of a rate by neighbors; a draft that is behind by more stays behind. */
    private static final double MAX_CORRECTION = 1.35;

    /** A draft that takes more than this multiple of the deadline is dropped. */
    private static final double MAX_DEADLINE_FACTOR = 3;

    /** The longest plan, in hours. */
    private static final double CENTURY = 876_600;

    private final Catalog catalog;
    private final TrainingModel trainingModel;
    private final SetUpCache setUpCache;
    private final MeasuredCorrections measuredCorrections;
    private final TrainingAccelerators trainingAccelerators;
    private final RunDuration runDuration;
    private final StorageChoice storageChoice;
    private final Offers offers;
    private final TrainingGoal trainingGoal;
    private long considered;

    /** Inputs that do not depend on the goal. */
    record Inputs(
            Catalog catalog,
            TrainingModel trainingModel,
            SetUpCache setUps,
            MeasuredCorrections corrections) {}

    TrainingPlanSearch(Inputs known, TrainingGoal trainingGoal, Offers offers) {
        this.catalog = known.catalog;
        this.trainingModel = known.trainingModel;
        this.setUpCache = known.setUps;
        this.measuredCorrections = known.corrections;
        this.trainingAccelerators = new TrainingAccelerators(catalog);
        this.runDuration = new RunDuration(catalog);
        this.storageChoice = new StorageChoice(catalog, measuredCorrections.measured());
        this.offers = offers;
        this.trainingGoal = trainingGoal;
    }

    long considered() {
        return considered;
    }

    /** A place where a step takes equally long, whichever provider rents it out. */
    private record Placement(
            String type,
            int perMachine,
            Optional<Bytes> network,
            Optional<Delivered> measured,
            int machines) {

        int accelerators() {
            return perMachine * machines;
        }
    }

    /** An estimate by the physical model alone. */
    private record Draft(
            Placement placement,
            Offer offer,
            TrainingTask task,
            SetUpCache.CachedSetUp setUp,
            double hours) {

        double cost() {
            return hours * placement.accelerators() * offer.price().perHour().value().millionths();
        }

        boolean isFarBehind(Draft other) {
            return hours > other.hours * MAX_CORRECTION
                    && offer.terms() == other.offer.terms()
                    && cost() > other.cost() * MAX_CORRECTION;
        }
    }

    /** The cheapest first. */
    List<Way> ways() {
        List<Draft> drafts = drafts();
        double latest = latest(drafts);
        List<Draft> near =
                drafts.stream()
                        .filter(it -> it.hours <= latest)
                        .filter(it -> drafts.stream().noneMatch(it::isFarBehind))
                        .toList();
        var trainingCost = new TrainingCost(catalog, trainingGoal.now());
        Map<Placement, SetUpCache.CachedSetUp> found = new LinkedHashMap<>();
        near.forEach(it -> found.put(it.placement, it.setUp));
        Map<Placement, Prospect> best =
                found.entrySet().parallelStream()
                        .collect(
                                Collectors.toConcurrentMap(
                                        Map.Entry::getKey, it -> it.getValue().best()));
        return near.parallelStream()
                .map(
                        it ->
                                way(
                                        it,
                                        calibrated(
                                                it, Objects.requireNonNull(best.get(it.placement))),
                                        trainingCost))
                .sorted(Comparator.comparing((Way it) -> it.cost().value()))
                .toList();
    }

    /** The latest end that is considered, in hours. */
    private double latest(List<Draft> drafts) {
        double soonest = drafts.stream().mapToDouble(Draft::hours).min().orElse(0);
        return trainingGoal
                .deadline()
                .map(it -> MAX_DEADLINE_FACTOR * Math.max(it.toSeconds() / 3_600.0, soonest))
                .map(it -> Math.min(CENTURY, it))
                .orElse(CENTURY);
    }

    private List<Draft> drafts() {
        Map<Placement, List<Offer>> places = new LinkedHashMap<>();
        for (String type : types()) {
            for (Offer offer : offers.best(type, trainingGoal.where().offers())) {
                placements(offer, trainingGoal.where())
                        .filter(it -> it.machines <= offers.maxMachines(offer))
                        .forEach(
                                it ->
                                        places.computeIfAbsent(it, _ -> new ArrayList<>())
                                                .add(offer));
            }
        }
        List<Optional<Searched>> found =
                places.keySet().parallelStream().map(this::searched).toList();
        considered =
                found.stream()
                        .flatMap(Optional::stream)
                        .mapToLong(it -> it.setUp.considered())
                        .sum();
        return found.stream()
                .flatMap(Optional::stream)
                .flatMap(
                        it ->
                                places.getOrDefault(it.placement, List.of()).stream()
                                        .flatMap(offer -> it.draft(offer).stream()))
                .toList();
    }

    private List<String> types() {
        return trainingGoal.where().types().isEmpty()
                ? offers.types()
                : trainingGoal.where().types().stream()
                        .flatMap(name -> catalog.typesFor(name).stream())
                        .map(AcceleratorType::type)
                        .distinct()
                        .toList();
    }

    /** Placements of an offer. Several machines need a known network. */
    private Stream<Placement> placementsOf(Offer offer, TrainingGoal.Where where) {
        Optional<Delivered> delivered =
                measuredCorrections.delivered(catalog, offer.provider(), offer.type());
        Optional<Bytes> network = delivered.flatMap(Delivered::network).or(offer::network);
        IntStream machines =
                where.accelerators().isPresent()
                        ? IntStream.of(offer.machines(where.accelerators().getAsInt()))
                        : IntStream.of(MACHINES);
        return machines.filter(count -> count <= where.machines())
                .filter(count -> count == 1 || network.isPresent())
                .mapToObj(
                        count ->
                                new Placement(
                                        offer.type(),
                                        offer.perMachine(),
                                        network,
                                        delivered,
                                        count));
    }

    private Stream<Placement> placements(Offer offer, TrainingGoal.Where where) {
        return placementsOf(offer, where)
                .filter(
                        placement ->
                                where.accelerators().isEmpty()
                                        || placement.accelerators()
                                                == where.accelerators().getAsInt());
    }

    private record Searched(Placement placement, TrainingTask task, SetUpCache.CachedSetUp setUp) {

        Optional<Draft> draft(Offer offer) {
            return setUp.seconds()
                    .map(it -> task.steps() * it / 3_600)
                    .map(hours -> new Draft(placement, offer, task, setUp, hours));
        }
    }

    /**
     * The best set-up of a placement. Types without training measurements are considered only if the goal names them.
     */
    private Optional<Searched> searched(Placement placement) {
        TrainingTask trainingTask = trainingGoal.task().withEvenBatch(placement.accelerators());
        return trainingAccelerators
                .site(
                        placement.type,
                        placement.accelerators(),
                        placement.perMachine,
                        placement.network)
                .filter(
                        site ->
                                !trainingGoal.where().types().isEmpty()
                                        || trainingModel.hasMeasurementsOn(site))
                .map(site -> withMeasuredRates(site, placement.measured))
                .map(
                        site ->
                                new Searched(
                                        placement,
                                        trainingTask,
                                        setUpCache.of(trainingTask, site)));
    }

    /** Calibrations by finished workloads hold for own machines only. */
    private Prospect calibrated(Draft draft, Prospect prospect) {
        return draft.offer.terms() == PricingTerms.OWN
                ? new Prospect(
                        prospect.setUp(),
                        measuredCorrections.calibrated(draft.offer.type(), prospect.rate()))
                : prospect;
    }

    private static TrainingAccelerators.Site withMeasuredRates(
            TrainingAccelerators.Site site, Optional<Delivered> it) {
        return it.map(found -> site.scaledBy(found.matmulRatio(), found.memoryRatio()))
                .orElse(site);
    }

    private Way way(Draft draft, Prospect prospect, TrainingCost trainingCost) {
        int accelerators = draft.placement.accelerators();
        var place =
                new RunDuration.Placement(
                        draft.offer.type(),
                        accelerators,
                        draft.offer.perMachine(),
                        draft.offer.terms() == PricingTerms.SPOT,
                        storageChoice.at(draft.offer));
        RunDuration.Run run = runDuration.of(draft.task, place, prospect);
        Estimate<Duration> time =
                draft.placement
                        .measured
                        .map(it -> run.time().withGround(it.ground()))
                        .orElse(run.time());
        return new Way(
                draft.offer,
                accelerators,
                prospect,
                run.advice(),
                run.dataLoading(),
                time,
                trainingCost.of(
                        draft.offer,
                        accelerators,
                        draft.task,
                        time,
                        run.advice().interval().rounded()));
    }
}
