package slipway.plan.serving;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import slipway.base.Estimate;
import slipway.base.Format;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
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

    private static final ProblemCode NO_WAY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "no-way-to-serve",
                    "Nothing on offer within the bounds serves this model as fast as asked.");

    private final Catalog catalog;
    private final Bodies servedModels;
    private final Cards servingAccelerators;
    private final Physics servingPhysics;
    private final Eager eagerStepModel = new Eager();
    private final Surroundings servingNeighbours;
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

    private Serving(Catalog catalog, Tables fitSource, Predicate<Measured> kept) {
        this.catalog = catalog;
        this.servedModels = new Bodies(catalog);
        this.servingAccelerators = new Cards(catalog);
        this.servingPhysics = new Physics(fitSource);
        this.servingNeighbours =
                new Surroundings(servedModels, servingAccelerators, fitSource, kept);
        this.measured =
                servingNeighbours.rows().stream()
                        .collect(
                                Collectors.toMap(
                                        row -> domain(row.situation()),
                                        Measured::rows,
                                        Integer::sum));
    }

    /**
     * As another fit would have it.
     *
     * @param fitSource of which it reads coefficients, measured rows and widths
     */
    public static Serving of(Catalog catalog, Tables fitSource) {
        return new Serving(catalog, fitSource, _ -> true);
    }

    public Read read(Stated statedValues) {
        return new Reading(servedModels, servingAccelerators).of(statedValues);
    }

    public Forecast forecast(Situation servingScenario) {
        Times latencyTimes = servingPhysics.of(servingScenario);
        Shifts latencyCorrections = servingNeighbours.of(servingScenario);
        return new Forecast(
                Forecast.estimate(latencyTimes.first(), latencyCorrections.first()),
                Forecast.estimate(latencyTimes.each(), latencyCorrections.each()),
                Forecast.estimate(
                        latencyTimes.whole(servingScenario.output()), latencyCorrections.whole()),
                latencyTimes.requests());
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
        var servingFleetSearch =
                new Fleets(
                        catalog,
                        servingAccelerators,
                        servingPhysics,
                        servingNeighbours,
                        new Fleets.Ask(aim, servedModels.like(aim.model()), offers));
        List<Fleets.Way> found = servingFleetSearch.ways();
        List<Fleets.Way> paid = found.stream().filter(it -> isPaid(aim, it)).toList();
        if (paid.isEmpty()) {
            throw none(aim, found, servingFleetSearch);
        }
        var kinds = new HashSet<String>();
        kinds.add(paid.getFirst().kind());
        return new ServingPlan(
                aim,
                servingFleetSearch.fleet(paid.getFirst()),
                "the cheapest of which 95 of 100 answers keep both times",
                paid.stream()
                        .filter(it -> kinds.add(it.kind()))
                        .limit(BESIDE)
                        .map(servingFleetSearch::fleet)
                        .toList(),
                servingFleetSearch.considered());
    }

    private static boolean isPaid(ServingAim aim, Fleets.Way way) {
        return aim.bounds().budget().map(most -> way.hour().compareTo(most) <= 0).orElse(true);
    }

    private static Problem none(ServingAim aim, List<Fleets.Way> found, Fleets servingFleetSearch) {
        String what = "Nothing was found that serves %s so.".formatted(aim.model().name());
        if (found.isEmpty()) {
            return new Problem(
                    NO_WAY,
                    what,
                    servingFleetSearch.why(),
                    "Allow more time, other accelerators or terms, or weights of fewer bits.");
        }
        Fleet cheapest = servingFleetSearch.fleet(found.getFirst());
        return new Problem(
                NO_WAY,
                what,
                "The cheapest, %s, costs %s an hour."
                        .formatted(cheapest.name(), Format.cents(cheapest.cost().hour().value())),
                "Raise the budget, or allow more time or other terms.");
    }

    /** By the physical model alone. */
    public Forecast computed(Situation servingScenario) {
        Times latencyTimes = servingPhysics.of(servingScenario);
        var nothing = new Shift(0, 0, 0);
        return new Forecast(
                Forecast.estimate(latencyTimes.first(), nothing),
                Forecast.estimate(latencyTimes.each(), nothing),
                Forecast.estimate(latencyTimes.whole(servingScenario.output()), nothing),
                latencyTimes.requests());
    }

    /** Whether the same situation was measured, and the model was made from that. */
    public boolean knows(Situation servingScenario) {
        return servingNeighbours.knows(servingScenario);
    }

    /** Whether its accelerator and its framework were measured often, and prefill shares the accelerators. */
    public boolean isInDomain(Situation servingScenario) {
        return servingScenario.deployment().mode() != Mode.DISAGGREGATED
                && measured.getOrDefault(domain(servingScenario), 0) >= ENOUGH;
    }

    /** The name under which whoever keeps rows out keeps out this one. */
    public String group(Situation servingScenario) {
        return Measured.group(servingScenario);
    }

    /** A prefill or a step of decoding on one H200, eager PyTorch. */
    public Estimate<Duration> eagerStep(Stated statedValues) {
        return eagerStepModel.step(statedValues);
    }

    /** Tokens of such a step. */
    public double eagerTokens(Stated statedValues) {
        return eagerStepModel.tokens(statedValues);
    }

    public boolean knowsEager(Stated statedValues) {
        return eagerStepModel.knows(statedValues);
    }

    private static String domain(Situation servingScenario) {
        Deployment it = servingScenario.deployment();
        return it.card().name() + " " + it.family();
    }
}
