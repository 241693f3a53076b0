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
import slipway.plan.request.AdviseReader;
import slipway.plan.request.CapacityReader;
import slipway.plan.request.CapacityRequest;
import slipway.plan.request.CheckpointReader;
import slipway.plan.request.CheckpointRequest;
import slipway.plan.request.CompareReader;
import slipway.plan.request.CompareRequest;
import slipway.plan.request.MixReader;
import slipway.plan.request.MixRequest;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.ServingRequestParser;
import slipway.plan.request.TrainingGoal;
import slipway.plan.request.TrainingRequest;
import slipway.plan.request.TrainingRequestParser;
import slipway.plan.serving.ServingGoal;
import slipway.plan.serving.ServingModel;
import slipway.plan.serving.ServingPlan;
import slipway.plan.training.ConfigurationParser;
import slipway.plan.training.TrainingModel;
import slipway.spec.workload.TrainingSpec;

/** What a training run will take, by a model that was fitted to measurements, and how good that model is. */
public final class Planner {

    /** Made when it is first needed: its tables are large. */
    private static final class Once<T> implements Supplier<T> {

        private final Supplier<T> maker;
        private @Nullable T made;

        Once(Supplier<T> maker) {
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

    private static final ProblemCode NOBODY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "nobody-offers-it",
                    "No provider within the bounds offers accelerators of this type.");

    private final Catalog catalog;

    /** From nowhere: where this stands for a folder no name of a file is followed, as for a stranger's question. */
    public static final Path NO_FILES = Path.of("");

    private final TrainingModel trainingModel;
    private final SetUpCache setUpCache;
    private final MeasuredCorrections measuredCorrections;
    private final OfferCache offerCache;
    private final Supplier<ServingModel> serving;

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
        this.serving = new Once<>(() -> new ServingModel(catalog));
    }

    /** The same, corrected otherwise; what was read and found before stays. */
    private Planner(Planner before, MeasuredCorrections measuredCorrections) {
        this.catalog = before.catalog;
        this.trainingModel = before.trainingModel;
        this.setUpCache = before.setUpCache;
        this.measuredCorrections = measuredCorrections;
        this.offerCache = before.offerCache;
        this.serving = before.serving;
    }

    /** The same, corrected by what finished workloads took on accelerators that people have. */
    public Planner calibrated(Calibration by) {
        return new Planner(this, new MeasuredCorrections(measuredCorrections.measured(), by));
    }

    /** The same, reckoning with what machines were measured to deliver, in place of what their papers say. */
    public Planner measured(Measurements delivered) {
        return new Planner(
                this, new MeasuredCorrections(delivered, measuredCorrections.calibration()));
    }

    /** With this catalog, and the tables that come with the program. */
    public static Planner with(Catalog catalog) {
        return new Planner(catalog);
    }

    /**
     * What a wish comes to; everything that is wrong with it is one problem.
     *
     * @param here from where names of files are meant
     */
    public TrainingGoal aim(TrainingRequest trainingRequest, Path here, Instant now) {
        return new TrainingRequestParser(catalog, here, trainingRequest).read(now);
    }

    /**
     * How often a run should save.
     *
     * @param here from where names of files are meant
     */
    public CheckpointAdvice checkpoint(CheckpointRequest wish, Path here) {
        return ReliabilityModel.of(catalog)
                .advise(new CheckpointReader(catalog, here, wish).read());
    }

    /**
     * Which terms to mix for a demand that goes up and down.
     *
     * @param here from where names of files are meant
     */
    public MixPlan mix(MixRequest wish, Path here, Instant now) {
        return new MixPlanner(catalog, now).of(new MixReader(catalog, here, wish).read());
    }

    /** When what is there no longer suffices for a demand that grows, and what to add by then. */
    public CapacityPlan capacity(CapacityRequest wish, Instant now) {
        return CapacityPlanner.of(catalog, new CapacityReader(catalog, wish).read(), now);
    }

    /** Who offers accelerators of a type, scored. What was measured takes the place of what the catalog says. */
    public ProviderComparison compare(CompareRequest wish, Instant now) {
        ComparisonGoal comparisonGoal =
                new CompareReader(catalog, wish).read(measuredCorrections.measured());
        ProviderComparison all = ProviderComparator.compare(catalog, comparisonGoal, now);
        if (all.places().isEmpty()) {
            throw new Problem(
                    NOBODY,
                    "Nobody offers %s.".formatted(all.wanted().type()),
                    "The catalog has no price for it within the bounds given.",
                    "Name another type, leave --provider out, or write a price into your prices.txt.");
        }
        return all;
    }

    /**
     * What a run needs of network and storage.
     *
     * @param here from where names of files are meant
     */
    public InfrastructureNeeds advise(AdviceRequest wish, Path here) {
        return new InfrastructureAdvisor(catalog, trainingModel)
                .of(new AdviseReader(catalog, here, wish).read());
    }

    /** The way to reach an aim, and what stands beside it. Safe for use by many threads. */
    public TrainingPlan train(TrainingGoal trainingGoal) {
        return train(trainingGoal, List.of());
    }

    /**
     * The same where some nodes are there already.
     *
     * @param own take the place of hardware that the catalog says is owned; empty for none
     */
    public TrainingPlan train(TrainingGoal trainingGoal, List<OwnNodes> own) {
        return train(trainingGoal, offerCache.at(trainingGoal.now(), own));
    }

    private TrainingPlan train(TrainingGoal trainingGoal, Offers offers) {
        var known =
                new TrainingPlanSearch.Known(
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
                trainingChoice.because(),
                trainingChoice.withinBounds(),
                trainingModel.step(chosen.prospect().configuration()),
                trainingModel.ofPeak(chosen.prospect()),
                trainingModel.network(chosen.prospect().configuration()),
                new SpotFallback(trainingGoal, ways).least(),
                BuyOrRent.of(catalog, offers, trainingGoal, chosen),
                ways.stream()
                        .filter(it -> ways.stream().noneMatch(other -> other.beats(it)))
                        .toList(),
                alternatives.list(),
                alternatives.refused(),
                trainingPlanSearch.considered());
    }

    /** What a job takes that says what it trains, on accelerators that are given. Safe for use by many threads. */
    public JobEstimate estimate(TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        return new JobEstimator(catalog, trainingModel, measuredCorrections)
                .of(trainingSpec, acceleratorSet);
    }

    /**
     * How long the steps of a job take together if nothing ever happens; empty where nothing can be said. Two of these
     * tell how much faster one set of accelerators is than another.
     */
    public Optional<Duration> works(TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        return new JobEstimator(catalog, trainingModel, measuredCorrections)
                .works(trainingSpec, acceleratorSet);
    }

    /** How often runs are interrupted. */
    public ReliabilityModel reliability() {
        return ReliabilityModel.of(catalog);
    }

    /** With the catalog whose rows the files in this folder replace. */
    public static Planner in(Path folder) {
        return new Planner(Catalog.withUserFiles(folder));
    }

    /**
     * What a wish to serve comes to; everything that is wrong with it is one problem.
     *
     * @param here from where names of files are meant
     */
    public ServingGoal aim(ServingRequest wish, Path here, Instant now) {
        return new ServingRequestParser(catalog, here, wish).read(now);
    }

    /** The cheapest way to serve, and what stands beside it. Safe for use by many threads. */
    public ServingPlan serve(ServingGoal aim) {
        return serve(aim, List.of());
    }

    /**
     * The same where some nodes are there already.
     *
     * @param own take the place of hardware that the catalog says is owned; empty for none
     */
    public ServingPlan serve(ServingGoal aim, List<OwnNodes> own) {
        return serving.get().plan(aim, offerCache.at(aim.now(), own));
    }

    /** What makes its answers what they are: two plans of equal editions give the same. */
    public Object edition() {
        return List.of(catalog, measuredCorrections);
    }

    /** What there is to know before anybody has measured. */
    public Catalog catalog() {
        return catalog;
    }

    /** Holds measurements of machines against this catalog. */
    public AcceptanceTest acceptance() {
        return new AcceptanceTest(catalog);
    }

    /** With the catalog and the tables that come with the program. */
    public static Planner bundled() {
        return new Planner(Catalog.bundled());
    }

    /**
     * Holds every row of these tables against the model. The columns of a table say what it is about: training
     * configurations, points of serving, or steps of either on one H200. A table that cannot be read or told is a
     * problem.
     */
    public ModelEvaluation evaluate(List<Path> files) {
        return new RowEvaluator(
                        new ConfigurationParser(catalog),
                        trainingModel,
                        new SingleGpuModel(),
                        () -> new ServingModel(catalog))
                .of(files);
    }
}
