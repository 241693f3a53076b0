package slipway.run.dispatch;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.journal.CommitResult;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.cost.UsageMeter;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.PosixAccount;
import slipway.run.lifecycle.RunRequest;
import slipway.run.lifecycle.RunSetup;
import slipway.run.lifecycle.RunState;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.snapshot.Placement;

/**
 * Carries out on the engine what the journal has recorded. Every action is idempotent: it is repeated after a restart,
 * and periodically, for every workload in {@code Starting} or {@code Stopping}.
 */
public final class EngineActions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EngineActions.class);

    /** The interval at which a stopping attempt is polled. */
    static final Duration POLL_INTERVAL = Duration.ofMillis(250);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private static final String STOPPED_BEFORE_START = "It was stopped before it started.";

    /** Starting an attempt is work for the CPU, of which the server has little. */
    private static final int MAX_CONCURRENT_STARTS = 16;

    private final InstantSource clock;
    private final Engine engine;
    private final Path attempts;
    private final LaunchBuilder launchBuilder;
    private final UsageMeter usageMeter;
    private final Supplier<RunState> runState;
    private final Function<RunRequest, CompletableFuture<CommitResult>> report;
    private final Semaphore starting = new Semaphore(MAX_CONCURRENT_STARTS);
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService timers =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("run-timers").factory());

    /** The actions in progress, each with the workload's state when it began. */
    private final Map<AttemptId, WorkloadState> inProgress = new HashMap<>();

    public EngineActions(
            RunSetup setup,
            UsageMeter usageMeter,
            Supplier<RunState> runState,
            Function<RunRequest, CompletableFuture<CommitResult>> report) {
        this.clock = setup.clock();
        this.engine = setup.engine();
        this.attempts = setup.attempts();
        this.launchBuilder = new LaunchBuilder(setup.attempts(), setup.secrets());
        this.usageMeter = usageMeter;
        this.runState = runState;
        this.report = report;
    }

    public UsageMeter usageMeter() {
        return usageMeter;
    }

    public void actOn(Workload workload) {
        switch (workload.state()) {
            case WorkloadState.Starting _ -> runOnce(workload, () -> start(workload));
            case WorkloadState.Stopping _ -> {
                var gracefulStop = new GracefulStop(engine, attempts, clock, workload);
                runOnce(workload, () -> stop(workload, gracefulStop));
            }
            case WorkloadState.Submitted _,
                    WorkloadState.Queued _,
                    WorkloadState.Running _,
                    WorkloadState.Ended _ -> {}
        }
    }

    /** Runs the action once per state. An attempt that is stopped while it is being started is stopped afterwards. */
    private void runOnce(Workload workload, Runnable action) {
        synchronized (inProgress) {
            Optional<WorkloadState> before =
                    Optional.ofNullable(inProgress.get(workload.attempt()));
            boolean busy =
                    before.filter(
                                    workloadState ->
                                            workloadState instanceof WorkloadState.Starting
                                                    || workloadState.equals(workload.state()))
                            .isPresent();
            if (busy || executor.isShutdown()) {
                return;
            }
            inProgress.put(workload.attempt(), workload.state());
        }
        execute(action);
    }

    private void finish(Workload workload) {
        synchronized (inProgress) {
            inProgress.remove(workload.attempt(), workload.state());
        }
    }

    private void execute(Runnable action) {
        try {
            executor.execute(action);
        } catch (RejectedExecutionException e) {
            LOG.debug("The server is closing; the next one repeats this action", e);
        }
    }

    /** Whether the workload is still in this state of this attempt. */
    private boolean isCurrent(Workload workload) {
        return runState.get()
                .live(workload.id())
                .filter(now -> now.attempt().equals(workload.attempt()))
                .filter(now -> now.state().equals(workload.state()))
                .isPresent();
    }

    // Starting.

    private void start(Workload workload) {
        starting.acquireUninterruptibly();
        try {
            if (isCurrent(workload)) {
                launch(workload)
                        .ifPresentOrElse(
                                runRequest -> report(workload, runRequest), () -> finish(workload));
            } else if (isStoppedBeforeStart(workload)) {
                report(workload, notLaunched(workload, STOPPED_BEFORE_START));
            } else {
                finish(workload);
            }
        } catch (RuntimeException e) {
            LOG.error("{} could not be started; it is retried", workload.attempt(), e);
            finish(workload);
        } finally {
            starting.release();
        }
    }

    /** Whether the attempt was stopped before the engine ever received it. */
    private boolean isStoppedBeforeStart(Workload workload) {
        return runState.get()
                        .live(workload.id())
                        .filter(now -> now.attempt().equals(workload.attempt()))
                        .filter(now -> now.state() instanceof WorkloadState.Stopping)
                        .isPresent()
                && engine.live(workload.attempt()).isEmpty();
    }

    private void report(Workload workload, RunRequest runRequest) {
        var _ =
                report.apply(runRequest)
                        .whenComplete(
                                (commitResult, _) -> {
                                    finish(workload);
                                    if (commitResult != null) {
                                        runState.get().live(workload.id()).ifPresent(this::actOn);
                                    }
                                });
    }

    /** The outcome of the launch; empty while the engine has the attempt queued. */
    private Optional<RunRequest> launch(Workload workload) {
        AttemptId attempt = workload.attempt();
        Optional<LiveAttempt> before = engine.live(attempt); // a previous server launched it
        if (before.isPresent()) {
            return launchedRequest(attempt, before);
        }
        try {
            Optional<PosixAccount> account = engine.account(workload.header().owner());
            AttemptDirectory directory =
                    AttemptDirectory.write(attempts, launchBuilder.attempt(workload));
            Placement placement = workload.state().currentPlacement().orElseThrow();
            engine.launch(
                    new Launch(
                            attempt,
                            directory.path(),
                            placement,
                            LaunchBuilder.limits(workload),
                            account));
            return launchedRequest(attempt, engine.live(attempt));
        } catch (Problem problem) {
            return Optional.of(notLaunched(workload, problem.what() + " " + problem.why()));
        } catch (RuntimeException e) {
            LOG.error("{} could not be started", attempt, e);
            return Optional.of(notLaunched(workload, "It could not be started: " + e.getMessage()));
        }
    }

    /**
     * Reports the launch unless the attempt is queued or ended without a trace: then the reconciler reports what became
     * of it.
     */
    private Optional<RunRequest> launchedRequest(AttemptId attempt, Optional<LiveAttempt> live) {
        boolean begun =
                live.map(
                                there ->
                                        switch (there.phase()) {
                                            case WAITING -> false;
                                            case RUNNING -> true;
                                            case GONE -> leftTraces(attempt);
                                        })
                        .orElse(true);
        return begun
                ? Optional.of(
                        new RunRequest.Launched(attempt, live.flatMap(LiveAttempt::placement)))
                : Optional.empty();
    }

    private boolean leftTraces(AttemptId attempt) {
        var directory = AttemptDirectory.at(attempts, attempt);
        return !directory.claimed().isEmpty() || !directory.exits().isEmpty();
    }

    private RunRequest notLaunched(Workload workload, String because) {
        return new RunRequest.NotLaunched(
                workload.attempt(), because, usageMeter.readWindow(workload));
    }

    // Stopping.

    private void stop(Workload workload, GracefulStop gracefulStop) {
        if (!isCurrent(workload)) {
            finish(workload);
            return;
        }
        if (neverStarted(workload)) {
            report(workload, notLaunched(workload, STOPPED_BEFORE_START));
            return;
        }
        try {
            gracefulStop.next();
        } catch (RuntimeException e) {
            LOG.warn("{} could not be stopped; it is retried", workload.attempt(), e);
        }
        schedule(POLL_INTERVAL, () -> stop(workload, gracefulStop));
    }

    /**
     * Whether the attempt never started: the server died before it launched the attempt, or the engine kept it queued.
     */
    private boolean neverStarted(Workload workload) {
        return engine.live(workload.attempt()).map(LiveAttempt::gone).orElse(true)
                && !leftTraces(workload.attempt());
    }

    private void schedule(Duration delay, Runnable action) {
        try {
            var _ = timers.schedule(() -> execute(action), delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("The server is closing; the next one repeats this action", e);
        }
    }

    /** Lets actions in progress finish. */
    @Override
    public void close() {
        timers.shutdownNow();
        executor.shutdown();
        try {
            if (!executor.awaitTermination(CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("The engine is slow to answer; the server closes without waiting for it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
