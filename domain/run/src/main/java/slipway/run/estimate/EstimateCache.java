package slipway.run.estimate;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.catalog.AcceleratorSet;
import slipway.spec.workload.TrainingSpec;

/**
 * Caches estimates. An answer is kept as long as a workload with that plan exists. After a restart all are computed
 * again, one after the other, and until then their workloads are scheduled without. Thread-safe.
 */
public final class EstimateCache implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EstimateCache.class);

    /** After this many late answers the schedule is rebuilt, although more are to come. */
    private static final int MAX_LATE = 256;

    private final Planning planning;
    private final Runnable onNews;
    private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final ThreadPoolExecutor executor =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    queue,
                    Thread.ofPlatform().daemon().name("run-estimates").factory(),
                    new ThreadPoolExecutor.DiscardPolicy());
    private final Map<TrainingSpec, Map<AcceleratorSet, CompletableFuture<WorkloadEstimate>>>
            answers = new WeakHashMap<>();
    private int missed;
    private int late;
    private boolean news;

    /** @param onNews called when late answers have arrived */
    public EstimateCache(Planning planning, Runnable onNews) {
        this.planning = planning;
        this.onNews = onNews;
    }

    /** The estimate if it is computed; if not, its arrival is reported later. */
    public synchronized Optional<WorkloadEstimate> ifKnown(
            TrainingSpec plan, Optional<AcceleratorSet> accelerators) {
        CompletableFuture<WorkloadEstimate> answer = answer(plan, accelerators);
        if (answer.isDone()) {
            return Optional.of(answer.join());
        }
        missed++;
        return Optional.empty();
    }

    /** The estimate, waiting up to this long. */
    public Optional<WorkloadEstimate> await(
            TrainingSpec plan, Optional<AcceleratorSet> accelerators, Duration maxWait) {
        try {
            return Optional.of(
                    answer(plan, accelerators).get(maxWait.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException late) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Drops all answers; they are computed again on demand. */
    public synchronized void clear() {
        answers.clear();
        news = true;
    }

    /** Whether late answers have arrived since the last call. */
    public synchronized boolean pollNews() {
        boolean some = news;
        news = false;
        return some;
    }

    private synchronized CompletableFuture<WorkloadEstimate> answer(
            TrainingSpec plan, Optional<AcceleratorSet> accelerators) {
        return accelerators
                .map(
                        at ->
                                answers.computeIfAbsent(plan, _ -> new HashMap<>())
                                        .computeIfAbsent(at, _ -> ask(plan, at)))
                .orElseGet(
                        () ->
                                CompletableFuture.completedFuture(
                                        WorkloadEstimate.WITHOUT_ACCELERATORS));
    }

    private CompletableFuture<WorkloadEstimate> ask(
            TrainingSpec plan, AcceleratorSet accelerators) {
        var answer = CompletableFuture.supplyAsync(() -> compute(plan, accelerators), executor);
        var _ = answer.thenRun(this::answered);
        return answer;
    }

    /** A plan that cannot be estimated must not prevent its workload from running. */
    private WorkloadEstimate compute(TrainingSpec plan, AcceleratorSet accelerators) {
        try {
            return planning.of(plan, accelerators);
        } catch (RuntimeException e) {
            LOG.warn("The plan of {} on {} could not be estimated", plan, accelerators, e);
            return WorkloadEstimate.unknown(
                    "Its plan could not be estimated; the server's log says why.");
        }
    }

    private void answered() {
        synchronized (this) {
            late++;
            boolean tell = missed > 0 && (queue.isEmpty() || late >= MAX_LATE);
            if (!tell) {
                return;
            }
            late = 0;
            missed = 0;
            news = true;
        }
        onNews.run();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
