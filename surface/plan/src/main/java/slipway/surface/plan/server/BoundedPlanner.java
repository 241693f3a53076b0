package slipway.surface.plan.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.catalog.Catalog;
import slipway.catalog.RateCard;
import slipway.plan.Planner;
import slipway.plan.TrainingPlan;
import slipway.plan.capacity.CapacityPlan;
import slipway.plan.compare.ProviderComparison;
import slipway.plan.money.OwnNodes;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.request.CapacityRequest;
import slipway.plan.request.CheckpointRequest;
import slipway.plan.request.CompareRequest;
import slipway.plan.request.ConfigFiles;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.TrainingRequest;
import slipway.plan.serving.ServingPlan;
import slipway.run.engine.DiscoveredNode;

/**
 * Answers what it would take. A search keeps all processors busy for a moment, so only a few are made at a time and
 * whoever comes then waits a little; the last answers are kept, for pages are asked twice.
 */
public final class BoundedPlanner {

    private static final ProblemCode BUSY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "planning-busy",
                    "Too many plans are being made at the same time.");

    private static final int AT_ONCE = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A plan to train is some hundred kilobytes. */
    private static final int KEPT = 64;

    private final Supplier<Planner> plan;
    private final Supplier<List<DiscoveredNode>> nodes;
    private final RateCard rateCard;
    private final InstantSource clock;
    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final Map<Asked, Object> answers =
            new LinkedHashMap<>(KEPT, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Asked, Object> eldest) {
                    return size() > KEPT;
                }
            };

    /**
     * @param plan its tables are read when somebody first needs them
     * @param nodes what the cluster has now
     */
    public BoundedPlanner(
            Supplier<Planner> plan,
            Supplier<List<DiscoveredNode>> nodes,
            RateCard rateCard,
            InstantSource clock) {
        this.plan = plan;
        this.nodes = nodes;
        this.rateCard = rateCard;
        this.clock = clock;
    }

    /** The same question on the same day, with the same plan and nodes, has the same answer. */
    private record Asked(Object wish, Object edition, List<OwnNodes> own, LocalDate day) {}

    /** What this cluster has. */
    public OwnAccelerators own() {
        return OwnAccelerators.of(nodes.get(), rateCard, catalog());
    }

    public Catalog catalog() {
        return plan.get().catalog();
    }

    /**
     * @throws Problem with a mistake for each field that is wrong
     */
    public TrainingPlan train(TrainingRequest trainingRequest) {
        return answer(
                trainingRequest,
                TrainingPlan.class,
                (by, own, now) ->
                        by.train(by.goal(trainingRequest, ConfigFiles.FORBIDDEN, now), own));
    }

    /**
     * @throws Problem with a mistake for each field that is wrong
     */
    public ServingPlan serve(ServingRequest wish) {
        return answer(
                wish,
                ServingPlan.class,
                (by, own, now) -> by.serve(by.goal(wish, ConfigFiles.FORBIDDEN, now), own));
    }

    /**
     * @throws Problem with a mistake for each field that is wrong
     */
    public CheckpointAdvice checkpoint(CheckpointRequest wish) {
        return answer(
                wish,
                CheckpointAdvice.class,
                (by, _, _) -> by.checkpoint(wish, ConfigFiles.FORBIDDEN));
    }

    /**
     * @throws Problem with a mistake for each field that is wrong
     */
    public CapacityPlan capacity(CapacityRequest wish) {
        return answer(wish, CapacityPlan.class, (by, _, now) -> by.capacity(wish, now));
    }

    /**
     * @throws Problem with a mistake for each field that is wrong
     */
    public ProviderComparison compare(CompareRequest wish) {
        return answer(wish, ProviderComparison.class, (by, _, now) -> by.compare(wish, now));
    }

    private interface Search<T> {
        T in(Planner by, List<OwnNodes> own, Instant now);
    }

    private <T> T answer(Object wish, Class<T> type, Search<T> search) {
        Planner by = plan.get();
        Instant now = clock.instant();
        List<OwnNodes> own = OwnAccelerators.of(nodes.get(), rateCard, by.catalog()).nodes();
        var asked = new Asked(wish, by.edition(), own, now.atOffset(ZoneOffset.UTC).toLocalDate());
        T known = known(asked, type);
        if (known != null) {
            return known;
        }
        enter();
        try {
            // Whoever stood before may have asked the same.
            T meanwhile = known(asked, type);
            T answer = meanwhile == null ? search.in(by, own, now) : meanwhile;
            synchronized (answers) {
                answers.put(asked, answer);
            }
            return answer;
        } catch (Problem problem) {
            throw fielded(problem);
        } finally {
            places.release();
        }
    }

    private <T> @Nullable T known(Asked asked, Class<T> type) {
        synchronized (answers) {
            Object there = answers.get(asked);
            return there == null ? null : type.cast(there);
        }
    }

    private void enter() {
        try {
            if (places.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Problem(
                BUSY,
                "Too many plans are being made just now.",
                "Each keeps all processors busy for a moment, so only %d are made at a time."
                        .formatted(AT_ONCE),
                "Ask again in a moment, or on your own machine: slipway plan");
    }

    /** An option of the command line is a field here: {@code --max-machines} is {@code max_machines}. */
    private static Problem fielded(Problem problem) {
        if (problem.mistakes().isEmpty()) {
            return problem;
        }
        List<Mistake> mistakes =
                problem.mistakes().stream()
                        .map(it -> new Mistake(SourceLocation.of("request"), field(it), it.text()))
                        .toList();
        return Mistakes.problem(
                problem.code(), "The question", mistakes, "Nothing was planned. Correct it.");
    }

    private static String field(Mistake mistake) {
        String source = mistake.location().source();
        return source.startsWith("--") ? source.substring(2).replace('-', '_') : mistake.key();
    }
}
