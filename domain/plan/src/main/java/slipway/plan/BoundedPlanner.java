package slipway.plan;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.Catalog;
import slipway.catalog.RateCard;
import slipway.plan.capacity.CapacityPlan;
import slipway.plan.compare.ProviderComparison;
import slipway.plan.money.OwnAccelerators;
import slipway.plan.money.OwnNodes;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.request.CapacityRequest;
import slipway.plan.request.CheckpointRequest;
import slipway.plan.request.CompareRequest;
import slipway.plan.request.ConfigFiles;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.TrainingRequest;
import slipway.plan.serving.ServingPlan;

/**
 * The planner of a server with many users. A search keeps all processors busy for a moment, so only a few run at a time
 * and further requests wait a little. It keeps the last plans, because a page and its fragments request the same plan.
 */
public final class BoundedPlanner {

    private static final ProblemCode BUSY =
            ProblemCode.of(
                    ProblemKind.RATE,
                    "planning-busy",
                    "Too many plans are computed at the same time.");

    private static final int MAX_CONCURRENT = 2;
    private static final Duration MAX_WAIT = Duration.ofSeconds(20);

    private final Supplier<Planner> planner;
    private final Supplier<List<AcceleratorSet>> cluster;
    private final RateCard rateCard;
    private final InstantSource clock;
    private final Semaphore permits = new Semaphore(MAX_CONCURRENT, true);
    private final PlanCache planCache = new PlanCache();

    /**
     * @param planner the planner with the current corrections
     * @param cluster the accelerators of each node of the cluster now
     */
    public BoundedPlanner(
            Supplier<Planner> planner,
            Supplier<List<AcceleratorSet>> cluster,
            RateCard rateCard,
            InstantSource clock) {
        this.planner = planner;
        this.cluster = cluster;
        this.rateCard = rateCard;
        this.clock = clock;
    }

    /** The accelerators of this cluster. */
    public OwnAccelerators own() {
        return OwnAccelerators.of(cluster.get(), rateCard, catalog());
    }

    public Catalog catalog() {
        return planner.get().catalog();
    }

    /**
     * @throws Problem with a mistake for each invalid field
     */
    public TrainingPlan train(TrainingRequest trainingRequest) {
        return plan(
                trainingRequest,
                TrainingPlan.class,
                (current, own, now) ->
                        current.train(
                                current.goal(trainingRequest, ConfigFiles.FORBIDDEN, now), own));
    }

    /**
     * @throws Problem with a mistake for each invalid field
     */
    public ServingPlan serve(ServingRequest servingRequest) {
        return plan(
                servingRequest,
                ServingPlan.class,
                (current, own, now) ->
                        current.serve(
                                current.goal(servingRequest, ConfigFiles.FORBIDDEN, now), own));
    }

    /**
     * @throws Problem with a mistake for each invalid field
     */
    public CheckpointAdvice checkpoint(CheckpointRequest request) {
        return plan(
                request,
                CheckpointAdvice.class,
                (current, _, _) -> current.checkpoint(request, ConfigFiles.FORBIDDEN));
    }

    /**
     * @throws Problem with a mistake for each invalid field
     */
    public CapacityPlan capacity(CapacityRequest request) {
        return plan(
                request, CapacityPlan.class, (current, _, now) -> current.capacity(request, now));
    }

    /**
     * @throws Problem with a mistake for each invalid field
     */
    public ProviderComparison compare(CompareRequest request) {
        return plan(
                request,
                ProviderComparison.class,
                (current, _, now) -> current.compare(request, now));
    }

    private interface Search<T> {
        T in(Planner current, List<OwnNodes> own, Instant now);
    }

    private <T> T plan(Object request, Class<T> type, Search<T> search) {
        Planner current = planner.get();
        Instant now = clock.instant();
        List<OwnNodes> own = OwnAccelerators.of(cluster.get(), rateCard, current.catalog()).nodes();
        LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
        var key = new PlanCache.Key(request, current.edition(), own, day);
        Optional<T> known = planCache.find(key, type);
        if (known.isPresent()) {
            return known.get();
        }
        acquire();
        try {
            // An equal request may have finished while this one waited.
            T plan = planCache.find(key, type).orElseGet(() -> search.in(current, own, now));
            planCache.put(key, plan);
            return plan;
        } catch (Problem problem) {
            throw withFieldNames(problem);
        } finally {
            permits.release();
        }
    }

    private void acquire() {
        try {
            if (permits.tryAcquire(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Problem(
                BUSY,
                "Too many plans are computed now.",
                "Each keeps all processors busy for a moment, so at most %d run at a time."
                        .formatted(MAX_CONCURRENT),
                "Retry in a moment, or plan on your machine: slipway plan");
    }

    /** Names fields instead of command-line options: {@code max_machines} for {@code --max-machines}. */
    private static Problem withFieldNames(Problem problem) {
        if (problem.mistakes().isEmpty()) {
            return problem;
        }
        List<Mistake> mistakes =
                problem.mistakes().stream()
                        .map(it -> new Mistake(SourceLocation.of("request"), field(it), it.text()))
                        .toList();
        return Mistakes.problem(
                problem.code(), "The request", mistakes, "Nothing was planned. Correct it.");
    }

    private static String field(Mistake mistake) {
        String source = mistake.location().source();
        return source.startsWith("--") ? source.substring(2).replace('-', '_') : mistake.key();
    }
}
