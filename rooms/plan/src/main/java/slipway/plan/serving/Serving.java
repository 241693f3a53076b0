package slipway.plan.serving;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import slipway.base.Code;
import slipway.base.Estimate;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.base.Say;
import slipway.catalog.Catalog;
import slipway.plan.money.Offers;
import slipway.plan.table.Stated;
import slipway.plan.table.Tables;

/** How a model is served: the physical model, corrected by what was measured around it, with its interval. */
public final class Serving {

    /** With fewer measured rows of an accelerator and a framework, neither is known well. */
    private static final int ENOUGH = 30;

    /** Ways that are shown beside the chosen one. */
    private static final int BESIDE = 5;

    private static final Code NO_WAY =
            Code.of(
                    Kind.NO_CAPACITY,
                    "no-way-to-serve",
                    "Nothing on offer within the bounds serves this model as fast as asked.");

    private final Catalog catalog;
    private final Bodies bodies;
    private final Cards cards;
    private final Physics physics;
    private final Eager eager = new Eager();
    private final Surroundings surroundings;
    private final Map<String, Integer> measured;

    public Serving(Catalog catalog) {
        this(catalog, Tables.BUNDLED, _ -> true);
    }

    /**
     * @param kept which groups of measurements it may know: whoever asks how good it is keeps some out
     */
    public Serving(Catalog catalog, Predicate<String> kept) {
        // Naming the groups of all rows takes longer than reading them: only where somebody asks.
        this(catalog, Tables.BUNDLED, row -> kept.test(Measured.group(row.situation())));
    }

    private Serving(Catalog catalog, Tables tables, Predicate<Measured> kept) {
        this.catalog = catalog;
        this.bodies = new Bodies(catalog);
        this.cards = new Cards(catalog);
        this.physics = new Physics(tables);
        this.surroundings = new Surroundings(bodies, cards, tables, kept);
        this.measured =
                surroundings.rows().stream()
                        .collect(
                                Collectors.toMap(
                                        row -> domain(row.situation()),
                                        Measured::rows,
                                        Integer::sum));
    }

    /**
     * As another fit would have it.
     *
     * @param tables of which it reads coefficients, measured rows and widths
     */
    public static Serving of(Catalog catalog, Tables tables) {
        return new Serving(catalog, tables, _ -> true);
    }

    public Read read(Stated stated) {
        return new Reading(bodies, cards).of(stated);
    }

    public Forecast forecast(Situation situation) {
        Times times = physics.of(situation);
        Shifts shifts = surroundings.of(situation);
        return new Forecast(
                Forecast.estimate(times.first(), shifts.first()),
                Forecast.estimate(times.each(), shifts.each()),
                Forecast.estimate(times.whole(situation.output()), shifts.whole()),
                times.requests());
    }

    /** The cheapest way to serve an aim, and what stands beside it. */
    public ServingPlan plan(ServingAim aim) {
        return plan(aim, Offers.of(catalog, aim.now()));
    }

    /**
     * The same.
     *
     * @param offers of the day on which it is asked
     */
    public ServingPlan plan(ServingAim aim, Offers offers) {
        var fleets =
                new Fleets(
                        catalog,
                        cards,
                        physics,
                        surroundings,
                        new Fleets.Ask(aim, bodies.like(aim.model()), offers));
        List<Fleets.Way> found = fleets.ways();
        List<Fleets.Way> paid = found.stream().filter(it -> isPaid(aim, it)).toList();
        if (paid.isEmpty()) {
            throw none(aim, found, fleets);
        }
        var kinds = new HashSet<String>();
        kinds.add(paid.getFirst().kind());
        return new ServingPlan(
                aim,
                fleets.fleet(paid.getFirst()),
                "the cheapest of which 95 of 100 answers keep both times",
                paid.stream()
                        .filter(it -> kinds.add(it.kind()))
                        .limit(BESIDE)
                        .map(fleets::fleet)
                        .toList(),
                fleets.considered());
    }

    private static boolean isPaid(ServingAim aim, Fleets.Way way) {
        return aim.bounds().budget().map(most -> way.hour().compareTo(most) <= 0).orElse(true);
    }

    private static Problem none(ServingAim aim, List<Fleets.Way> found, Fleets fleets) {
        String what = "Nothing was found that serves %s so.".formatted(aim.model().name());
        if (found.isEmpty()) {
            return new Problem(
                    NO_WAY,
                    what,
                    fleets.why(),
                    "Allow more time, other accelerators or terms, or weights of fewer bits.");
        }
        Fleet cheapest = fleets.fleet(found.getFirst());
        return new Problem(
                NO_WAY,
                what,
                "The cheapest, %s, costs %s an hour."
                        .formatted(cheapest.name(), Say.cents(cheapest.cost().hour().value())),
                "Raise the budget, or allow more time or other terms.");
    }

    /** By the physical model alone. */
    public Forecast computed(Situation situation) {
        Times times = physics.of(situation);
        var nothing = new Shift(0, 0, 0);
        return new Forecast(
                Forecast.estimate(times.first(), nothing),
                Forecast.estimate(times.each(), nothing),
                Forecast.estimate(times.whole(situation.output()), nothing),
                times.requests());
    }

    /** Whether the same situation was measured, and the model was made from that. */
    public boolean knows(Situation situation) {
        return surroundings.knows(situation);
    }

    /** Whether its accelerator and its framework were measured often, and prefill shares the accelerators. */
    public boolean isInDomain(Situation situation) {
        return situation.deployment().mode() != Mode.DISAGGREGATED
                && measured.getOrDefault(domain(situation), 0) >= ENOUGH;
    }

    /** The name under which whoever keeps rows out keeps out this one. */
    public String group(Situation situation) {
        return Measured.group(situation);
    }

    /** A prefill or a step of decoding on one H200, eager PyTorch. */
    public Estimate<Duration> eagerStep(Stated stated) {
        return eager.step(stated);
    }

    /** Tokens of such a step. */
    public double eagerTokens(Stated stated) {
        return eager.tokens(stated);
    }

    public boolean knowsEager(Stated stated) {
        return eager.knows(stated);
    }

    private static String domain(Situation situation) {
        Deployment it = situation.deployment();
        return it.card().name() + " " + it.family();
    }
}
