package slipway.plan;

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
import slipway.catalog.Accelerator;
import slipway.catalog.Catalog;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.Offer;
import slipway.plan.money.Offers;
import slipway.plan.money.Terms;
import slipway.plan.training.Search;
import slipway.plan.training.Sites;
import slipway.plan.training.Task;
import slipway.plan.training.Training;
import slipway.plan.training.Training.Prospect;

/**
 * Looks for ways to reach an aim: every offer, every number of its machines, every set-up. First all of them by the
 * physical model alone, which is quick; then what is near the front of time and cost is held against measured
 * neighbours.
 */
final class Planner {

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
    private final Training training;
    private final Sites sites;
    private final Lasting lasting;
    private final Stores stores;
    private final Offers offers;
    private final Aim aim;
    private long considered;

    Planner(Catalog catalog, Training training, Aim aim, Offers offers) {
        this.catalog = catalog;
        this.training = training;
        this.sites = new Sites(catalog);
        this.lasting = new Lasting(catalog);
        this.stores = new Stores(catalog);
        this.offers = offers;
        this.aim = aim;
    }

    long considered() {
        return considered;
    }

    /** Where a step takes equally long, whoever sends the invoice. */
    private record Spot(String type, int perMachine, Optional<Bytes> network, int machines) {

        int accelerators() {
            return perMachine * machines;
        }
    }

    /** By the physical model alone. */
    private record Draft(Spot spot, Offer offer, Task task, Search.Found found, double hours) {

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
        var billing = new Billing(catalog, aim.now());
        Map<Spot, Search.Found> found = new LinkedHashMap<>();
        near.forEach(it -> found.put(it.spot, it.found));
        Map<Spot, Prospect> best =
                found.entrySet().parallelStream()
                        .collect(
                                Collectors.toConcurrentMap(
                                        Map.Entry::getKey,
                                        it -> training.prospects(it.getValue()).getFirst()));
        return near.parallelStream()
                .map(it -> way(it, Objects.requireNonNull(best.get(it.spot)), billing))
                .sorted(Comparator.comparing((Way it) -> it.cost().value()))
                .toList();
    }

    /** In hours. */
    private double latest(List<Draft> drafts) {
        double soonest = drafts.stream().mapToDouble(Draft::hours).min().orElse(0);
        return aim.deadline()
                .map(it -> MUCH_TOO_LATE * Math.max(it.toSeconds() / 3_600.0, soonest))
                .map(it -> Math.min(CENTURY, it))
                .orElse(CENTURY);
    }

    private List<Draft> drafts() {
        Map<Spot, List<Offer>> places = new LinkedHashMap<>();
        for (String type : types()) {
            for (Offer offer : offers.best(type, aim.where().choice())) {
                spots(offer, aim.where())
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
                .filter(it -> !it.found.shortest().isEmpty())
                .flatMap(it -> places.getOrDefault(it.spot, List.of()).stream().map(it::at))
                .toList();
    }

    private List<String> types() {
        return aim.where().types().isEmpty()
                ? offers.types()
                : aim.where().types().stream()
                        .flatMap(name -> catalog.meant(name).stream())
                        .map(Accelerator::type)
                        .distinct()
                        .toList();
    }

    /** Several machines are taken only where somebody says how they reach each other. */
    private static Stream<Spot> all(Offer offer, Aim.Where where) {
        IntStream machines =
                where.accelerators().isPresent()
                        ? IntStream.of(offer.machines(where.accelerators().getAsInt()))
                        : IntStream.of(MACHINES);
        return machines.filter(count -> count <= where.machines())
                .filter(count -> count == 1 || offer.network().isPresent())
                .mapToObj(
                        count ->
                                new Spot(offer.type(), offer.perMachine(), offer.network(), count));
    }

    private static List<Spot> spots(Offer offer, Aim.Where where) {
        return all(offer, where)
                .filter(
                        spot ->
                                where.accelerators().isEmpty()
                                        || spot.accelerators() == where.accelerators().getAsInt())
                .toList();
    }

    private record Reckoned(Spot spot, Task task, Search.Found found) {

        Draft at(Offer offer) {
            double hours = task.steps() * found.shortest().getFirst().seconds() / 3_600;
            return new Draft(spot, offer, task, found, hours);
        }
    }

    /** Where nobody has measured training, it is only reckoned for those who name the type. */
    private Optional<Reckoned> reckoned(Spot spot) {
        Task task = aim.task().shared(spot.accelerators());
        return sites.of(spot.type, spot.accelerators(), spot.perMachine, spot.network)
                .filter(site -> !aim.where().types().isEmpty() || training.hasSeen(site))
                .map(site -> new Reckoned(spot, task, training.search(task, site)));
    }

    private Way way(Draft draft, Prospect prospect, Billing billing) {
        int accelerators = draft.spot.accelerators();
        var place =
                new Lasting.Place(
                        draft.offer.type(),
                        accelerators,
                        draft.offer.perMachine(),
                        draft.offer.terms() == Terms.SPOT,
                        stores.at(draft.offer));
        Lasting.Run run = lasting.of(draft.task, place, prospect);
        return new Way(
                draft.offer,
                accelerators,
                prospect,
                run.advice(),
                run.feeding(),
                run.time(),
                billing.of(
                        draft.offer, accelerators, draft.task, run.time(), run.advice().every()));
    }
}
