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
 * Looks for ways to reach an aim: every offer, every number of its machines, every set-up. First all of them by the
 * physical model alone, which is quick; then what is near the front of time and cost is held against measured
 * neighbours.
 */
final class TrainingPlanSearch {

    /** So many machines are tried, as far as they are allowed. */
    private static final int[] MACHINES = {
        1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 112, 128
    };

    /** A correction by neighbours may change a rate by this much; what is behind by more stays behind. */
    private static final double APART = 1.35;

    /** What ends so many times later than it must is not looked at. */
    private static final double MUCH_TOO_LATE = 3;

    /** In hours; nobody plans for longer. */
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

    /** What does not depend on the aim. */
    record Known(
            Catalog catalog,
            TrainingModel training,
            SetUpCache remembered,
            MeasuredCorrections corrections) {}

    TrainingPlanSearch(Known known, TrainingGoal trainingGoal, Offers offers) {
        this.catalog = known.catalog;
        this.trainingModel = known.training;
        this.setUpCache = known.remembered;
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

    /** Where a step takes equally long, whoever sends the invoice. */
    private record Spot(
            String type,
            int perMachine,
            Optional<Bytes> network,
            Optional<Delivered> delivered,
            int machines) {

        int accelerators() {
            return perMachine * machines;
        }
    }

    /** By the physical model alone. */
    private record Draft(
            Spot spot, Offer offer, TrainingTask task, SetUpCache.Spot found, double hours) {

        double cost() {
            return hours * spot.accelerators() * offer.perHour().value().millionths();
        }

        boolean isFarBehind(Draft other) {
            return hours > other.hours * APART
                    && offer.terms() == other.offer.terms()
                    && cost() > other.cost() * APART;
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
        Map<Spot, SetUpCache.Spot> found = new LinkedHashMap<>();
        near.forEach(it -> found.put(it.spot, it.found));
        Map<Spot, Prospect> best =
                found.entrySet().parallelStream()
                        .collect(
                                Collectors.toConcurrentMap(
                                        Map.Entry::getKey, it -> it.getValue().best()));
        return near.parallelStream()
                .map(
                        it ->
                                way(
                                        it,
                                        known(it, Objects.requireNonNull(best.get(it.spot))),
                                        trainingCost))
                .sorted(Comparator.comparing((Way it) -> it.cost().value()))
                .toList();
    }

    /** In hours. */
    private double latest(List<Draft> drafts) {
        double soonest = drafts.stream().mapToDouble(Draft::hours).min().orElse(0);
        return trainingGoal
                .deadline()
                .map(it -> MUCH_TOO_LATE * Math.max(it.toSeconds() / 3_600.0, soonest))
                .map(it -> Math.min(CENTURY, it))
                .orElse(CENTURY);
    }

    private List<Draft> drafts() {
        Map<Spot, List<Offer>> places = new LinkedHashMap<>();
        for (String type : types()) {
            for (Offer offer : offers.best(type, trainingGoal.where().choice())) {
                spots(offer, trainingGoal.where())
                        .filter(it -> it.machines <= offers.most(offer))
                        .forEach(
                                it ->
                                        places.computeIfAbsent(it, _ -> new ArrayList<>())
                                                .add(offer));
            }
        }
        List<Optional<Reckoned>> found =
                places.keySet().parallelStream().map(this::reckoned).toList();
        considered =
                found.stream()
                        .flatMap(Optional::stream)
                        .mapToLong(it -> it.found.considered())
                        .sum();
        return found.stream()
                .flatMap(Optional::stream)
                .flatMap(
                        it ->
                                places.getOrDefault(it.spot, List.of()).stream()
                                        .flatMap(offer -> it.at(offer).stream()))
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

    /** Several machines are taken only where somebody says how they reach each other. */
    private Stream<Spot> all(Offer offer, TrainingGoal.Where where) {
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
                                new Spot(
                                        offer.type(),
                                        offer.perMachine(),
                                        network,
                                        delivered,
                                        count));
    }

    private Stream<Spot> spots(Offer offer, TrainingGoal.Where where) {
        return all(offer, where)
                .filter(
                        spot ->
                                where.accelerators().isEmpty()
                                        || spot.accelerators() == where.accelerators().getAsInt());
    }

    private record Reckoned(Spot spot, TrainingTask task, SetUpCache.Spot found) {

        Optional<Draft> at(Offer offer) {
            return found.seconds()
                    .map(it -> task.steps() * it / 3_600)
                    .map(hours -> new Draft(spot, offer, task, found, hours));
        }
    }

    /** Where nobody has measured training, it is only reckoned for those who name the type. */
    private Optional<Reckoned> reckoned(Spot spot) {
        TrainingTask trainingTask = trainingGoal.task().shared(spot.accelerators());
        return trainingAccelerators
                .of(spot.type, spot.accelerators(), spot.perMachine, spot.network)
                .filter(
                        site ->
                                !trainingGoal.where().types().isEmpty()
                                        || trainingModel.hasSeen(site))
                .map(site -> delivering(site, spot.delivered))
                .map(site -> new Reckoned(spot, trainingTask, setUpCache.of(trainingTask, site)));
    }

    /** What finished workloads say holds for the machines they finished on, not for those of others. */
    private Prospect known(Draft draft, Prospect prospect) {
        return draft.offer.terms() == PricingTerms.OWN
                ? new Prospect(
                        prospect.setUp(),
                        measuredCorrections.here(draft.offer.type(), prospect.rate()))
                : prospect;
    }

    private static TrainingAccelerators.Site delivering(
            TrainingAccelerators.Site site, Optional<Delivered> it) {
        return it.map(found -> site.delivering(found.products(), found.memory())).orElse(site);
    }

    private Way way(Draft draft, Prospect prospect, TrainingCost trainingCost) {
        int accelerators = draft.spot.accelerators();
        var place =
                new RunDuration.Place(
                        draft.offer.type(),
                        accelerators,
                        draft.offer.perMachine(),
                        draft.offer.terms() == PricingTerms.SPOT,
                        storageChoice.at(draft.offer));
        RunDuration.Run run = runDuration.of(draft.task, place, prospect);
        Estimate<Duration> time =
                draft.spot
                        .delivered
                        .map(it -> run.time().withGround(it.ground()))
                        .orElse(run.time());
        return new Way(
                draft.offer,
                accelerators,
                prospect,
                run.advice(),
                run.feeding(),
                time,
                trainingCost.of(draft.offer, accelerators, draft.task, time, run.advice().every()));
    }
}
