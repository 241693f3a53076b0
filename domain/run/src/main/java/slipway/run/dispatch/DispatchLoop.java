package slipway.run.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.WorkloadId;
import slipway.journal.CommitResult;
import slipway.journal.FatalFailures;
import slipway.journal.Journal;
import slipway.journal.SteadyClock;
import slipway.run.lifecycle.RunRequest;
import slipway.schedule.decision.Decision;

/**
 * The dispatch loop: a thread that runs a scheduling cycle whenever something has changed or is due, and writes the
 * decisions to the journal.
 */
public final class DispatchLoop implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DispatchLoop.class);

    /** A cycle runs at least this often, because a node may appear or vanish without a signal. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private static final Object SIGNAL = new Object();

    private final SchedulerFeed schedulerFeed;
    private final Function<RunRequest, CompletableFuture<CommitResult>> ask;
    private final SteadyClock clock;
    private final LinkedBlockingQueue<Object> inbox = new LinkedBlockingQueue<>();
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private int seenJumps;

    public DispatchLoop(
            SchedulerFeed schedulerFeed,
            Function<RunRequest, CompletableFuture<CommitResult>> ask,
            SteadyClock clock) {
        this.schedulerFeed = schedulerFeed;
        this.ask = ask;
        this.clock = clock;
        this.thread = Thread.ofPlatform().daemon().name("run-dispatch").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Notifies the loop that this workload has changed. */
    public void workloadChanged(WorkloadId id) {
        inbox.add(id);
    }

    /** Notifies the loop that something other than a workload may have changed. */
    public void signal() {
        inbox.add(SIGNAL);
    }

    /** Answers a query between two cycles, on the thread that owns the plan. */
    public <T> CompletableFuture<T> query(Function<SchedulerFeed, T> question) {
        var query = new Query<T>(question, new CompletableFuture<>());
        inbox.add(query);
        if (closing.getCount() == 0) {
            query.refuse();
        }
        return query.answer;
    }

    private record Query<T>(Function<SchedulerFeed, T> question, CompletableFuture<T> answer) {

        void answer(SchedulerFeed schedulerFeed) {
            try {
                answer.complete(question.apply(schedulerFeed));
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
                FatalFailures.MACHINE.rethrow(e);
            }
        }

        void refuse() {
            answer.completeExceptionally(new IllegalStateException("The dispatch loop is closed"));
        }
    }

    private void run() {
        try {
            while (closing.getCount() > 0) {
                runCycle();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void runCycle() throws InterruptedException {
        try {
            Set<WorkloadId> changed = drainInbox();
            followJumps();
            List<Decision> decisions = schedulerFeed.schedulingCycle(changed, clock.instant());
            if (!decisions.isEmpty()) {
                Journal.await(ask.apply(new RunRequest.Decided(decisions)));
            }
        } catch (RuntimeException | Error e) {
            FatalFailures.MACHINE.rethrow(e);
            schedulerFeed.discardPlan();
            if (closing.getCount() > 0) {
                LOG.warn("A scheduling cycle failed; the plan is rebuilt from the run state", e);
            }
            var _ = closing.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** The times of a plan that was made before the clock was set are wrong. */
    private void followJumps() {
        int jumps = clock.jumps();
        if (jumps != seenJumps) {
            seenJumps = jumps;
            schedulerFeed.discardPlan();
        }
    }

    private Set<WorkloadId> drainInbox() throws InterruptedException {
        Set<WorkloadId> changed = new LinkedHashSet<>();
        @Nullable Object first = inbox.poll(timeToNextCycle().toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
            List<Object> all = new ArrayList<>(List.of(first));
            inbox.drainTo(all);
            for (Object each : all) {
                if (each instanceof WorkloadId id) {
                    changed.add(id);
                } else if (each instanceof Query<?> question) {
                    question.answer(schedulerFeed);
                }
            }
        }
        return changed;
    }

    private Duration timeToNextCycle() {
        Instant now = clock.instant();
        return schedulerFeed
                .nextCycle()
                .map(next -> Duration.between(now, next))
                .filter(wait -> wait.compareTo(MAX_WAIT) < 0)
                .map(wait -> wait.isNegative() ? Duration.ofMillis(1) : wait.plusMillis(1))
                .orElse(MAX_WAIT);
    }

    @Override
    public void close() {
        closing.countDown();
        signal();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Object left : inbox) {
            if (left instanceof Query<?> question) {
                question.refuse();
            }
        }
    }
}
