package slipway.plan.serving;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import slipway.base.Estimate;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.Format;
import slipway.catalog.Catalog;
import slipway.plan.gp.ResidualCorrection;
import slipway.plan.money.Offers;
import slipway.plan.table.FitSource;
import slipway.plan.table.StatedValues;

/**
 * Predicts the latency of a served model and plans fleets: the physical model, corrected by measured neighbors, with
 * an interval.
 */
public final class ServingModel {

    /** With fewer measured rows of an accelerator and a framework, a prediction is out of domain. */
    private static final int ENOUGH_ROWS = 30;

    /** Alternatives beside the chosen way. */
    private static final int MAX_ALTERNATIVES = 5;

    private static final ProblemCode NO_WAY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "no-way-to-serve",
                    "Nothing on offer within the bounds serves this model as fast as asked.");

    private final Catalog catalog;
    private final ServedModels servedModels;
    private final ServingAccelerators servingAccelerators;
    private final ServingPhysics servingPhysics;
    private final EagerStepModel eagerStepModel = new EagerStepModel();
    private final ServingNeighbors servingNeighbors;
    private final Map<String, Integer> measured;

    public ServingModel(Catalog catalog) {
        this(catalog, FitSource.BUNDLED, _ -> true);
    }

    /**
     * @param included which groups of measurements it may use; cross-validation excludes some
     */
    public ServingModel(Catalog catalog, Predicate<String> included) {
        // Naming the groups of all rows takes longer than reading them, so only cross-validation
        // does it.
        this(
                catalog,
                FitSource.BUNDLED,
                row -> included.test(MeasuredServing.group(row.scenario())));
    }

    private ServingModel(
            Catalog catalog, FitSource fitSource, Predicate<MeasuredServing> included) {
        this.catalog = catalog;
        this.servedModels = new ServedModels(catalog);
        this.servingAccelerators = new ServingAccelerators(catalog);
        this.servingPhysics = new ServingPhysics(fitSource);
        this.servingNeighbors =
                new ServingNeighbors(servedModels, servingAccelerators, fitSource, included);
        this.measured =
                servingNeighbors.rows().stream()
                        .collect(
                                Collectors.toMap(
                                        row -> domain(row.scenario()),
                                        MeasuredServing::rows,
                                        Integer::sum));
    }

    /**
     * The model with the tables of another fit.
     *
     * @param fitSource the source of coefficients, measured rows and widths
     */
    public static ServingModel of(Catalog catalog, FitSource fitSource) {
        return new ServingModel(catalog, fitSource, _ -> true);
    }

    public ServingRow parse(StatedValues statedValues) {
        return new ServingRowParser(servedModels, servingAccelerators).parse(statedValues);
    }

    public LatencyForecast forecast(ServingScenario servingScenario) {
        LatencyTimes latencyTimes = servingPhysics.latency(servingScenario);
        LatencyCorrections latencyCorrections = servingNeighbors.correction(servingScenario);
        return new LatencyForecast(
                LatencyForecast.estimate(latencyTimes.ttft(), latencyCorrections.ttft()),
                LatencyForecast.estimate(latencyTimes.tpot(), latencyCorrections.tpot()),
                LatencyForecast.estimate(
                        latencyTimes.endToEnd(servingScenario.output()),
                        latencyCorrections.endToEnd()),
                latencyTimes.concurrency());
    }

    /** The cheapest way to reach a serving goal, and alternatives. */
    public ServingPlan plan(ServingGoal goal) {
        return plan(goal, Offers.of(catalog, goal.now()));
    }

    /**
     * The same.
     *
     * @param offers the offers of the day
     */
    public ServingPlan plan(ServingGoal goal, Offers offers) {
        var servingFleetSearch =
                new ServingFleetSearch(
                        catalog,
                        servingAccelerators,
                        servingPhysics,
                        servingNeighbors,
                        new ServingFleetSearch.Inputs(
                                goal, servedModels.matching(goal.model()), offers));
        List<ServingFleetSearch.Way> found = servingFleetSearch.ways();
        List<ServingFleetSearch.Way> affordable =
                found.stream().filter(it -> isWithinBudget(goal, it)).toList();
        if (affordable.isEmpty()) {
            throw nothingFound(goal, found, servingFleetSearch);
        }
        var kinds = new HashSet<String>();
        kinds.add(affordable.getFirst().kind());
        return new ServingPlan(
                goal,
                servingFleetSearch.fleet(affordable.getFirst()),
                "the cheapest of which 95 of 100 answers keep both times",
                affordable.stream()
                        .filter(it -> kinds.add(it.kind()))
                        .limit(MAX_ALTERNATIVES)
                        .map(servingFleetSearch::fleet)
                        .toList(),
                servingFleetSearch.considered());
    }

    private static boolean isWithinBudget(ServingGoal goal, ServingFleetSearch.Way way) {
        return goal.bounds().budget().map(most -> way.hour().compareTo(most) <= 0).orElse(true);
    }

    private static Problem nothingFound(
            ServingGoal goal,
            List<ServingFleetSearch.Way> found,
            ServingFleetSearch servingFleetSearch) {
        String what = "Nothing was found that serves %s so.".formatted(goal.model().name());
        if (found.isEmpty()) {
            return new Problem(
                    NO_WAY,
                    what,
                    servingFleetSearch.reasonForNone(),
                    "Allow more time, other accelerators or terms, or weights of fewer bits.");
        }
        ServingFleet cheapest = servingFleetSearch.fleet(found.getFirst());
        return new Problem(
                NO_WAY,
                what,
                "The cheapest, %s, costs %s an hour."
                        .formatted(cheapest.name(), Format.cents(cheapest.cost().hour().value())),
                "Raise the budget, or allow more time or other terms.");
    }

    /** The forecast by the physical model alone. */
    public LatencyForecast physical(ServingScenario servingScenario) {
        LatencyTimes latencyTimes = servingPhysics.latency(servingScenario);
        var nothing = new ResidualCorrection(0, 0, 0);
        return new LatencyForecast(
                LatencyForecast.estimate(latencyTimes.ttft(), nothing),
                LatencyForecast.estimate(latencyTimes.tpot(), nothing),
                LatencyForecast.estimate(latencyTimes.endToEnd(servingScenario.output()), nothing),
                latencyTimes.concurrency());
    }

    /** Whether the model was fitted to this very scenario. */
    public boolean wasFittedTo(ServingScenario servingScenario) {
        return servingNeighbors.contains(servingScenario);
    }

    /** Whether its accelerator and framework were measured often, with prefill on the same accelerators. */
    public boolean isInDomain(ServingScenario servingScenario) {
        return servingScenario.deployment().mode() != BatchingMode.DISAGGREGATED
                && measured.getOrDefault(domain(servingScenario), 0) >= ENOUGH_ROWS;
    }

    /** The cross-validation group of a scenario. */
    public String group(ServingScenario servingScenario) {
        return MeasuredServing.group(servingScenario);
    }

    /** The time of a prefill or a decode step on one H200 with eager PyTorch. */
    public Estimate<Duration> eagerStep(StatedValues statedValues) {
        return eagerStepModel.step(statedValues);
    }

    /** Tokens of such a step. */
    public double eagerTokens(StatedValues statedValues) {
        return eagerStepModel.tokens(statedValues);
    }

    public boolean eagerWasFittedTo(StatedValues statedValues) {
        return eagerStepModel.wasFittedTo(statedValues);
    }

    private static String domain(ServingScenario servingScenario) {
        ServingDeployment it = servingScenario.deployment();
        return it.accelerator().name() + " " + it.family();
    }
}
