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

/** How a model is served: the physical model, corrected by what was measured around it, with its interval. */
public final class ServingModel {

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
    private final ServedModels servedModels;
    private final ServingAccelerators servingAccelerators;
    private final ServingPhysics servingPhysics;
    private final EagerStepModel eagerStepModel = new EagerStepModel();
    private final ServingNeighbours servingNeighbours;
    private final Map<String, Integer> measured;

    public ServingModel(Catalog catalog) {
        this(catalog, FitSource.BUNDLED, _ -> true);
    }

    /**
     * @param kept which groups of measurements it may know: whoever asks how good it is keeps some out
     */
    public ServingModel(Catalog catalog, Predicate<String> kept) {
        // Naming the groups of all rows takes longer than reading them: only where somebody asks.
        this(catalog, FitSource.BUNDLED, row -> kept.test(MeasuredServing.group(row.situation())));
    }

    private ServingModel(Catalog catalog, FitSource fitSource, Predicate<MeasuredServing> kept) {
        this.catalog = catalog;
        this.servedModels = new ServedModels(catalog);
        this.servingAccelerators = new ServingAccelerators(catalog);
        this.servingPhysics = new ServingPhysics(fitSource);
        this.servingNeighbours =
                new ServingNeighbours(servedModels, servingAccelerators, fitSource, kept);
        this.measured =
                servingNeighbours.rows().stream()
                        .collect(
                                Collectors.toMap(
                                        row -> domain(row.situation()),
                                        MeasuredServing::rows,
                                        Integer::sum));
    }

    /**
     * As another fit would have it.
     *
     * @param fitSource of which it reads coefficients, measured rows and widths
     */
    public static ServingModel of(Catalog catalog, FitSource fitSource) {
        return new ServingModel(catalog, fitSource, _ -> true);
    }

    public ServingRow read(StatedValues statedValues) {
        return new ServingRowParser(servedModels, servingAccelerators).of(statedValues);
    }

    public LatencyForecast forecast(ServingScenario servingScenario) {
        LatencyTimes latencyTimes = servingPhysics.of(servingScenario);
        LatencyCorrections latencyCorrections = servingNeighbours.of(servingScenario);
        return new LatencyForecast(
                LatencyForecast.estimate(latencyTimes.first(), latencyCorrections.first()),
                LatencyForecast.estimate(latencyTimes.each(), latencyCorrections.each()),
                LatencyForecast.estimate(
                        latencyTimes.whole(servingScenario.output()), latencyCorrections.whole()),
                latencyTimes.requests());
    }

    /** The cheapest way to serve an aim, and what stands beside it. */
    public ServingPlan plan(ServingGoal aim) {
        return plan(aim, Offers.of(catalog, aim.now()));
    }

    /**
     * The same.
     *
     * @param offers of the day on which it is asked
     */
    public ServingPlan plan(ServingGoal aim, Offers offers) {
        var servingFleetSearch =
                new ServingFleetSearch(
                        catalog,
                        servingAccelerators,
                        servingPhysics,
                        servingNeighbours,
                        new ServingFleetSearch.Ask(aim, servedModels.like(aim.model()), offers));
        List<ServingFleetSearch.Way> found = servingFleetSearch.ways();
        List<ServingFleetSearch.Way> paid = found.stream().filter(it -> isPaid(aim, it)).toList();
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

    private static boolean isPaid(ServingGoal aim, ServingFleetSearch.Way way) {
        return aim.bounds().budget().map(most -> way.hour().compareTo(most) <= 0).orElse(true);
    }

    private static Problem none(
            ServingGoal aim,
            List<ServingFleetSearch.Way> found,
            ServingFleetSearch servingFleetSearch) {
        String what = "Nothing was found that serves %s so.".formatted(aim.model().name());
        if (found.isEmpty()) {
            return new Problem(
                    NO_WAY,
                    what,
                    servingFleetSearch.why(),
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

    /** By the physical model alone. */
    public LatencyForecast computed(ServingScenario servingScenario) {
        LatencyTimes latencyTimes = servingPhysics.of(servingScenario);
        var nothing = new ResidualCorrection(0, 0, 0);
        return new LatencyForecast(
                LatencyForecast.estimate(latencyTimes.first(), nothing),
                LatencyForecast.estimate(latencyTimes.each(), nothing),
                LatencyForecast.estimate(latencyTimes.whole(servingScenario.output()), nothing),
                latencyTimes.requests());
    }

    /** Whether the same situation was measured, and the model was made from that. */
    public boolean knows(ServingScenario servingScenario) {
        return servingNeighbours.knows(servingScenario);
    }

    /** Whether its accelerator and its framework were measured often, and prefill shares the accelerators. */
    public boolean isInDomain(ServingScenario servingScenario) {
        return servingScenario.deployment().mode() != BatchingMode.DISAGGREGATED
                && measured.getOrDefault(domain(servingScenario), 0) >= ENOUGH;
    }

    /** The name under which whoever keeps rows out keeps out this one. */
    public String group(ServingScenario servingScenario) {
        return MeasuredServing.group(servingScenario);
    }

    /** A prefill or a step of decoding on one H200, eager PyTorch. */
    public Estimate<Duration> eagerStep(StatedValues statedValues) {
        return eagerStepModel.step(statedValues);
    }

    /** Tokens of such a step. */
    public double eagerTokens(StatedValues statedValues) {
        return eagerStepModel.tokens(statedValues);
    }

    public boolean knowsEager(StatedValues statedValues) {
        return eagerStepModel.knows(statedValues);
    }

    private static String domain(ServingScenario servingScenario) {
        ServingDeployment it = servingScenario.deployment();
        return it.card().name() + " " + it.family();
    }
}
