package slipway.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.Calibration;
import slipway.catalog.Catalog;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.plan.acceptance.Measurements;
import slipway.plan.capacity.CapacityPlan;
import slipway.plan.capacity.CapacityPlanner;
import slipway.plan.compare.ComparisonGoal;
import slipway.plan.compare.ProviderComparator;
import slipway.plan.compare.ProviderComparison;
import slipway.plan.evaluation.ModelEvaluation;
import slipway.plan.evaluation.RowEvaluator;
import slipway.plan.evaluation.SingleGpuModel;
import slipway.plan.money.Offers;
import slipway.plan.money.OwnNodes;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.reliability.ReliabilityModel;
import slipway.plan.request.AdviceRequest;
import slipway.plan.request.CapacityRequest;
import slipway.plan.request.CheckpointRequest;
import slipway.plan.request.CompareRequest;
import slipway.plan.request.MixRequest;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.TrainingGoal;
import slipway.plan.request.TrainingRequest;
import slipway.plan.serving.ServingGoal;
import slipway.plan.serving.ServingModel;
import slipway.plan.serving.ServingPlan;
import slipway.plan.training.ConfigurationParser;
import slipway.plan.training.TrainingModel;
import slipway.spec.workload.TrainingSpec;

/**
 * Plans training and serving by a model that was fitted to measurements, and evaluates that model. The entry point of
 * the module.
 */
public final class Planner {

    /** A value that is created on first use: its tables are large. */
    private static final class Lazy<T> implements Supplier<T> {

        private final Supplier<T> maker;
        private @Nullable T made;

        Lazy(Supplier<T> maker) {
            this.maker = maker;
        }

        @Override
        public synchronized T get() {
            T there = made == null ? maker.get() : made;
            made = there;
            return there;
        }
    }

    private static final ProblemCode NO_WAY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "no-way-to-train",
                    "Nothing on offer within the bounds can train this model.");

    private static final ProblemCode NO_OFFER =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "nobody-offers-it",
                    "No provider within the bounds offers accelerators of this type.");

    private final Catalog catalog;

    private final TrainingModel trainingModel;
    private final SetUpCache setUpCache;
    private final MeasuredCorrections measuredCorrections;
    private final OfferCache offerCache;
    private final Supplier<ServingModel> servingModel;

    private Planner(Catalog catalog) {
        this(catalog, new TrainingModel(), MeasuredCorrections.NONE);
    }

    private Planner(
            Catalog catalog, TrainingModel trainingModel, MeasuredCorrections measuredCorrections) {
        this.catalog = catalog;
        this.trainingModel = trainingModel;
        this.setUpCache = new SetUpCache(trainingModel);
        this.measuredCorrections = measuredCorrections;
        this.offerCache = new OfferCache(catalog);
        this.servingModel = new Lazy<>(() -> new ServingModel(catalog));
    }

    /** The same planner with other corrections; caches are shared. */
    private Planner(Planner before, MeasuredCorrections measuredCorrections) {
        this.catalog = before.catalog;
        this.trainingModel = before.trainingModel;
        this.setUpCache = before.setUpCache;
        this.measuredCorrections = measuredCorrections;
        this.offerCache = before.offerCache;
        this.servingModel = before.servingModel;
    }

    /** The same planner, calibrated by finished workloads on the team's own accelerators. */
    public Planner withCalibration(Calibration by) {
        return new Planner(this, new MeasuredCorrections(measuredCorrections.measured(), by));
    }

    /** The same planner with measured rates in place of the catalog's. */
    public Planner withMeasurements(Measurements delivered) {
        return new Planner(
                this, new MeasuredCorrections(delivered, measuredCorrections.calibration()));
    }

    /** A planner with this catalog and the bundled tables. */
    public static Planner withCatalog(Catalog catalog) {
        return new Planner(catalog);
    }

    /**
     * Checks a training request; all mistakes are one problem.
     *
     * @param folder the folder of named files
     */
    public TrainingGoal goal(TrainingRequest trainingRequest, Path folder, Instant now) {
        return trainingRequest.parse(catalog, folder, now);
    }

    /**
     * Advises how often a run should save.
     *
     * @param folder from where names of files are meant
     */
    public CheckpointAdvice checkpoint(CheckpointRequest request, Path folder) {
        return ReliabilityModel.of(catalog).advise(request.parse(catalog, folder));
    }

    /**
     * Plans the cheapest mix of terms for a bursty demand.
     *
     * @param folder from where names of files are meant
     */
    public MixPlan mix(MixRequest request, Path folder, Instant now) {
        return new MixPlanner(catalog, now).of(request.parse(catalog, folder));
    }

    /** Plans capacity for a growing demand. */
    public CapacityPlan capacity(CapacityRequest request, Instant now) {
        return CapacityPlanner.of(catalog, request.parse(catalog), now);
    }

    /** Compares providers of a type. Measurements replace the catalog's facts. */
    public ProviderComparison compare(CompareRequest request, Instant now) {
        ComparisonGoal comparisonGoal = request.parse(catalog, measuredCorrections.measured());
        ProviderComparison all = ProviderComparator.compare(catalog, comparisonGoal, now);
        if (all.providers().isEmpty()) {
            throw new Problem(
                    NO_OFFER,
                    "No provider offers %s.".formatted(all.goal().type()),
                    "The catalog has no price for it within the bounds given.",
                    "Name another type, omit --provider, or add a price to your prices.txt.");
        }
        return all;
    }

    /**
     * Advises on network and storage of a run.
     *
     * @param folder from where names of files are meant
     */
    public InfrastructureNeeds advise(AdviceRequest request, Path folder) {
        return new InfrastructureAdvisor(catalog, trainingModel).of(request.parse(catalog, folder));
    }

    /** Plans a training goal: the chosen way and alternatives. Safe for use by many threads. */
    public TrainingPlan train(TrainingGoal trainingGoal) {
        return train(trainingGoal, List.of());
    }

    /**
     * Plans with existing nodes.
     *
     * @param own nodes that replace the catalog's own hardware; empty for none
     */
    public TrainingPlan train(TrainingGoal trainingGoal, List<OwnNodes> own) {
        return train(trainingGoal, offerCache.at(trainingGoal.now(), own));
    }

    private TrainingPlan train(TrainingGoal trainingGoal, Offers offers) {
        var known =
                new TrainingPlanSearch.Inputs(
                        catalog, trainingModel, setUpCache, measuredCorrections);
        var trainingPlanSearch = new TrainingPlanSearch(known, trainingGoal, offers);
        List<Way> ways = trainingPlanSearch.ways();
        if (ways.isEmpty()) {
            throw new Problem(
                    NO_WAY,
                    "Nothing that is offered can train this.",
                    "Within the bounds given no offer has so many accelerators together, with memory that holds"
                            + " the model, and ends within a hundred years.",
                    "Allow another number, more machines or other types, or shorten the sequence.");
        }
        TrainingChoice trainingChoice = TrainingChoice.of(trainingGoal, ways);
        Way chosen = trainingChoice.chosen();
        var alternatives = new Alternatives(trainingGoal, chosen, ways);
        return new TrainingPlan(
                trainingGoal,
                chosen,
                trainingChoice.reason(),
                trainingChoice.withinBounds(),
                new TrainingPlan.Step(
                        trainingModel.stepBreakdown(chosen.prospect().configuration()),
                        trainingModel.mfu(chosen.prospect()),
                        trainingModel.networkDemand(chosen.prospect().configuration())),
                new SpotFallback(trainingGoal, ways).cheapest(),
                BuyOrRent.of(catalog, offers, trainingGoal, chosen),
                new TrainingPlan.Ways(
                        ways.stream()
                                .filter(it -> ways.stream().noneMatch(other -> other.beats(it)))
                                .toList(),
                        alternatives.list(),
                        alternatives.rejected(),
                        trainingPlanSearch.considered()));
    }

    /** Estimates a job that states what it trains, on given accelerators. Safe for use by many threads. */
    public JobEstimate estimate(TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        return new JobEstimator(catalog, trainingModel, measuredCorrections)
                .of(trainingSpec, acceleratorSet);
    }

    /**
     * The duration of a job's steps without interruptions; empty where it is unknown. The ratio of two tells how much
     * faster one set of accelerators is.
     */
    public Optional<Duration> uninterruptedDuration(
            TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        return new JobEstimator(catalog, trainingModel, measuredCorrections)
                .uninterruptedDuration(trainingSpec, acceleratorSet);
    }

    /** The model of interruptions. */
    public ReliabilityModel reliability() {
        return ReliabilityModel.of(catalog);
    }

    /** A planner with the catalog whose rows the files in this folder replace. */
    public static Planner withFolder(Path folder) {
        return new Planner(Catalog.withUserFiles(folder));
    }

    /**
     * Checks a serving request; all mistakes are one problem.
     *
     * @param folder from where names of files are meant
     */
    public ServingGoal goal(ServingRequest request, Path folder, Instant now) {
        return request.parse(catalog, folder, now);
    }

    /** Plans a serving goal: the cheapest way and alternatives. Safe for use by many threads. */
    public ServingPlan serve(ServingGoal goal) {
        return serve(goal, List.of());
    }

    /**
     * The same where some nodes are there already.
     *
     * @param own take the place of hardware that the catalog says is owned; empty for none
     */
    public ServingPlan serve(ServingGoal goal, List<OwnNodes> own) {
        return servingModel.get().plan(goal, offerCache.at(goal.now(), own));
    }

    /** The edition of the planner: planners of equal editions give equal plans. */
    public Object edition() {
        return List.of(catalog, measuredCorrections);
    }

    /** The catalog. */
    public Catalog catalog() {
        return catalog;
    }

    /** The acceptance test, which compares measurements with this catalog. */
    public AcceptanceTest acceptance() {
        return new AcceptanceTest(catalog);
    }

    /** A planner with the bundled catalog and tables. */
    public static Planner bundled() {
        return new Planner(Catalog.bundled());
    }

    /**
     * Evaluates the model on every row of these files. The columns of a table tell its kind: training configurations,
     * serving benchmarks, or steps of either on one H200. A malformed or unknown table is a problem.
     */
    public ModelEvaluation evaluate(List<Path> files) {
        return new RowEvaluator(
                        new ConfigurationParser(catalog),
                        trainingModel,
                        new SingleGpuModel(),
                        () -> new ServingModel(catalog))
                .evaluate(files);
    }
}
