package slipway.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.catalog.Accelerator;
import slipway.catalog.Catalog;
import slipway.plan.Lasting.Stay;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.Offer;
import slipway.plan.money.Offers;
import slipway.plan.money.Terms;
import slipway.plan.reliability.Reliability;
import slipway.plan.training.Search;
import slipway.plan.training.Sites;
import slipway.plan.training.Sites.Site;
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

    private final Catalog catalog;
    private final Training training;
    private final Sites sites;
    private final Lasting lasting;
    private long considered;

    Planner(Catalog catalog, Training training) {
        this.catalog = catalog;
        this.training = training;
        this.sites = new Sites(catalog);
        this.lasting = new Lasting(Reliability.of(catalog));
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
    private record Draft(Spot spot, Offer offer, Task task, Search.Found found) {

        double hours() {
            return task.steps() * found.shortest().getFirst().seconds() / 3_600;
        }

        double cost() {
            return hours() * spot.accelerators() * offer.perHour().value().millionths();
        }

        boolean isFarBehind(Draft other) {
            return offer.terms() == other.offer.terms()
                    && hours() > other.hours() * APART
                    && cost() > other.cost() * APART;
        }
    }

    List<Way> ways(Aim aim) {
        List<Draft> drafts = drafts(aim);
        List<Draft> near =
                drafts.stream()
                        .filter(it -> drafts.stream().noneMatch(it::isFarBehind))
                        .filter(it -> isInTime(it, aim, drafts))
                        .toList();
        var billing = new Billing(catalog, aim.now());
        Map<Spot, List<Prospect>> prospects = new LinkedHashMap<>();
        return near.stream()
                .map(
                        it ->
                                way(
                                        it,
                                        prospects
                                                .computeIfAbsent(
                                                        it.spot, _ -> training.prospects(it.found))
                                                .getFirst(),
                                        billing))
                .sorted(Comparator.comparing((Way it) -> it.cost().value()))
                .toList();
    }

    private static boolean isInTime(Draft draft, Aim aim, List<Draft> all) {
        if (aim.deadline().isEmpty()) {
            return true;
        }
        double hours = aim.deadline().get().toSeconds() / 3_600.0;
        double soonest = all.stream().mapToDouble(Draft::hours).min().orElse(0);
        return draft.hours() <= MUCH_TOO_LATE * Math.max(hours, soonest);
    }

    private List<Draft> drafts(Aim aim) {
        var offers = Offers.of(catalog, aim.now());
        var found = new LinkedHashMap<Spot, Optional<Draft>>();
        var drafts = new ArrayList<Draft>();
        for (String type : types(aim, offers)) {
            for (Offer offer : offers.best(type, aim.where().choice())) {
                for (Spot spot : spots(offer, aim.where())) {
                    found.computeIfAbsent(spot, it -> draft(it, offer, aim))
                            .map(it -> new Draft(spot, offer, it.task, it.found))
                            .ifPresent(drafts::add);
                }
            }
        }
        return drafts;
    }

    private List<String> types(Aim aim, Offers offers) {
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

    /** Where nobody has measured training, it is only reckoned for those who name the type. */
    private Optional<Draft> draft(Spot spot, Offer offer, Aim aim) {
        Task task = aim.task().shared(spot.accelerators());
        return sites.of(spot.type, spot.accelerators(), spot.perMachine, spot.network)
                .filter(site -> !aim.where().types().isEmpty() || training.hasSeen(site))
                .map(site -> found(task, site))
                .filter(found -> !found.shortest().isEmpty())
                .map(found -> new Draft(spot, offer, task, found));
    }

    private Search.Found found(Task task, Site site) {
        Search.Found found = training.search(task, site);
        considered += found.considered();
        return found;
    }

    private Way way(Draft draft, Prospect prospect, Billing billing) {
        Stay stay =
                lasting.of(
                        draft.task,
                        new Lasting.Place(
                                draft.spot.type,
                                draft.spot.accelerators(),
                                draft.spot.perMachine,
                                draft.offer.terms() == Terms.SPOT),
                        prospect);
        return new Way(
                draft.offer,
                draft.spot.accelerators(),
                prospect,
                stay.advice(),
                stay.time(),
                billing.of(draft.offer, draft.spot.accelerators(), draft.task, stay.time()));
    }
}
