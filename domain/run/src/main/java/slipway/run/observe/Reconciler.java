package slipway.run.observe;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.journal.CommitResult;
import slipway.journal.FatalFailures;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.checkpoint.CheckpointScanner;
import slipway.run.cost.UsageMeter;
import slipway.run.dispatch.EngineActions;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Engine;
import slipway.run.engine.LiveAttempt;
import slipway.run.lifecycle.AttemptStatus;
import slipway.run.lifecycle.PilotVerdict;
import slipway.run.lifecycle.RunRequest;
import slipway.run.lifecycle.RunRequest.Finding;
import slipway.run.lifecycle.RunSetup;
import slipway.run.lifecycle.RunState;
import slipway.run.lifecycle.Shares;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.run.nodes.DeviceNumbering;
import slipway.run.nodes.NodeInventory;
import slipway.schedule.snapshot.Placement;

/**
 * The reconciler: compares the attempts that the engine runs with the run state, and reports every difference. It runs
 * when the engine signals a change and also periodically, because a signal may be lost.
 */
public final class Reconciler implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration METERING_INTERVAL = Duration.ofMinutes(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private static final CompletableFuture<Boolean> DONE = CompletableFuture.completedFuture(true);

    private final Engine engine;
    private final ExitDetector exitDetector;
    private final EngineActions engineActions;
    private final UsageMeter usageMeter;
    private final UsageRecorder usageRecorder;
    private final ActivityTracker activityTracker = new ActivityTracker();
    private final StepRecorder stepRecorder = new StepRecorder();
    private final HealthMonitor healthMonitor;
    private final PilotMonitor pilotMonitor;
    private final NodeInventory nodeInventory;
    private final PendingLaunches pendingLaunches = new PendingLaunches();
    private final RunSetup setup;
    private final Supplier<RunState> runState;
    private final Function<RunRequest, CompletableFuture<CommitResult>> ask;
    private final LinkedBlockingQueue<Optional<AttemptId>> signals = new LinkedBlockingQueue<>();
    private final Set<AttemptId> reported = ConcurrentHashMap.newKeySet();
    private final Thread watcher =
            Thread.ofPlatform().daemon().name("run-watch").unstarted(this::watch);
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("run-rounds").factory());
    private volatile boolean closed;

    public Reconciler(
            RunSetup setup,
            NodeInventory nodeInventory,
            EngineActions engineActions,
            Supplier<RunState> runState,
            Function<RunRequest, CompletableFuture<CommitResult>> ask) {
        this.setup = setup;
        this.engine = setup.engine();
        this.exitDetector = new ExitDetector(setup.attempts(), setup.clock());
        this.healthMonitor =
                new HealthMonitor(setup.engine(), setup.attempts(), activityTracker, stepRecorder);
        this.pilotMonitor = new PilotMonitor(stepRecorder, setup.clock(), this::endPilot);
        this.usageMeter = engineActions.usageMeter();
        this.nodeInventory = nodeInventory;
        this.engineActions = engineActions;
        this.runState = runState;
        this.usageRecorder =
                new UsageRecorder(runState, usageMeter, new CheckpointScanner(setup.attempts()));
        this.ask = ask;
    }

    /** Starts listening, and reconciles what happened while no server ran. Returns when that is durable. */
    public void start() {
        engine.listen(attempt -> signals.add(Optional.of(attempt)));
        reconcileAll().join();
        watcher.start();
        schedule(INTERVAL, () -> reconcileAll().join());
        schedule(METERING_INTERVAL, () -> meterAll().join());
    }

    private void schedule(Duration time, Runnable action) {
        var _ =
                timer.scheduleWithFixedDelay(
                        () -> runGuarded(action),
                        time.toMillis(),
                        time.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private void runGuarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            if (!closed) {
                LOG.warn("Reconciliation failed and is retried", e);
            }
            FatalFailures.MACHINE.rethrow(e);
        }
    }

    private void watch() {
        try {
            while (!closed) {
                Optional<AttemptId> signal = signals.take();
                runGuarded(() -> signal.ifPresent(this::reconcileAttempt));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void reconcileAttempt(AttemptId attempt) {
        Optional<LiveAttempt> live = engine.live(attempt);
        runState.get()
                .live(attempt.workload())
                .filter(Workload::isPlaced)
                .filter(workload -> workload.attempt().equals(attempt))
                .ifPresent(
                        workload -> {
                            var _ = reconcile(workload, live);
                        });
    }

    /**
     * Reconciles everything. The engine is asked before the run state is read: each launch was recorded before, so an
     * attempt that is not in the run state by then is an orphan.
     *
     * @return completes when all findings are durable, or refused
     */
    public CompletableFuture<Void> reconcileAll() {
        Map<AttemptId, LiveAttempt> live = new HashMap<>();
        engine.live().forEach(each -> live.put(each.id(), each));
        List<Workload> present = runState.get().live().filter(Workload::isPlaced).toList();
        Shares shares = setup.shares().get();
        Set<AttemptId> known = new HashSet<>();
        present.forEach(workload -> known.add(workload.attempt()));
        exitDetector.retain(known);
        pendingLaunches.retain(known);
        healthMonitor.retain(known);
        stepRecorder.retain(known);
        pilotMonitor.retain(known);
        List<CompletableFuture<Boolean>> reports =
                present.stream()
                        .map(
                                workload -> {
                                    usageMeter.sample(workload.attempt());
                                    checkHealth(workload, shares);
                                    return reconcile(
                                            workload,
                                            Optional.ofNullable(live.get(workload.attempt())));
                                })
                        .toList();
        live.values().stream().filter(each -> !known.contains(each.id())).forEach(this::killOrphan);
        present.forEach(each -> runState.get().live(each.id()).ifPresent(engineActions::actOn));
        return CompletableFuture.allOf(reports.toArray(CompletableFuture<?>[]::new));
    }

    /** Follows a pilot from its first moment. */
    public void follow(Workload workload) {
        if (workload.state() instanceof WorkloadState.Running(_, var since)) {
            workload.spec()
                    .pilot()
                    .ifPresent(it -> pilotMonitor.follow(directory(workload), it, since));
        }
    }

    private void checkHealth(Workload workload, Shares shares) {
        follow(workload);
        if (workload.state() instanceof WorkloadState.Running) {
            healthMonitor
                    .check(workload, shares, setup.clock().instant())
                    .forEach(
                            found -> {
                                var _ = report(found);
                            });
        }
    }

    private AttemptDirectory directory(Workload workload) {
        return AttemptDirectory.at(setup.attempts(), workload.attempt());
    }

    private void endPilot(AttemptId attempt, PilotVerdict pilotVerdict) {
        var _ = report(new RunRequest.EndPilot(attempt, pilotVerdict));
    }

    /** When workspaces were last used. */
    public ActivityTracker activity() {
        return activityTracker;
    }

    /** The status of its newest attempt. */
    public AttemptStatus status(Workload workload) {
        return workload.history().attempts() == 0
                ? AttemptStatus.UNKNOWN
                : healthMonitor.status(workload, setup.clock().instant());
    }

    /**
     * Kills an orphan: an attempt that is not the newest of any workload, because its end was recorded or another
     * attempt replaced it.
     */
    private void killOrphan(LiveAttempt liveAttempt) {
        if (liveAttempt.gone()) {
            engine.forget(liveAttempt.id());
        } else {
            LOG.warn("{} is an orphan and is killed", liveAttempt.id());
            engine.signal(liveAttempt.id(), AttemptSignal.KILL);
        }
    }

    private CompletableFuture<Boolean> reconcile(Workload workload, Optional<LiveAttempt> live) {
        AttemptId attempt = workload.attempt();
        if (workload.state() instanceof WorkloadState.Starting) {
            Optional<CompletableFuture<Boolean>> start =
                    live.flatMap(it -> reconcileStart(workload, it));
            if (start.isPresent()) {
                return start.get();
            }
        }
        if (live.filter(it -> isPlacedElsewhere(workload, it)).isPresent()) {
            return report(new RunRequest.Launched(attempt, live.get().placement()));
        }
        Optional<Finding> finding =
                reported.contains(attempt)
                        ? Optional.empty()
                        : exitDetector.detect(workload, live, () -> fault(attempt));
        return finding.filter(_ -> reported.add(attempt))
                .map(found -> finished(workload, found))
                .orElse(DONE);
    }

    /** An engine that chooses the nodes itself may report them later than the start. */
    private static boolean isPlacedElsewhere(Workload workload, LiveAttempt liveAttempt) {
        return liveAttempt.phase() == LiveAttempt.Phase.RUNNING
                && workload.state() instanceof WorkloadState.Running(var known, _)
                && liveAttempt
                        .placement()
                        .filter(
                                place ->
                                        !DeviceNumbering.inRankOrder(known, place)
                                                .equals(Optional.of(known)))
                        .isPresent();
    }

    /**
     * Reconciles an attempt that the engine accepted and did not start at once: it started by now, is queued, or was
     * given up.
     */
    private Optional<CompletableFuture<Boolean>> reconcileStart(
            Workload workload, LiveAttempt liveAttempt) {
        AttemptId attempt = workload.attempt();
        Placement planned = workload.state().currentPlacement().orElseThrow();
        return switch (liveAttempt.phase()) {
            case RUNNING -> {
                nodeInventory.started(liveAttempt.placement().orElse(planned));
                yield Optional.of(
                        report(new RunRequest.Launched(attempt, liveAttempt.placement())));
            }
            case WAITING -> {
                String reason = liveAttempt.engineState().orElse("it does not say why");
                if (pendingLaunches.isGivenUp(attempt, reason, setup.clock().instant())) {
                    engine.signal(attempt, AttemptSignal.KILL);
                }
                yield Optional.of(DONE);
            }
            case GONE ->
                    pendingLaunches
                            .givenUpReason(attempt)
                            .filter(_ -> !succeeded(attempt, planned.nodes()))
                            .map(
                                    because -> {
                                        nodeInventory.exclude(planned, setup.clock().instant());
                                        return report(
                                                new RunRequest.NotLaunched(
                                                        attempt,
                                                        because,
                                                        usageMeter.readWindow(workload)));
                                    });
        };
    }

    /** An attempt that was killed because it waited, and had just started and succeeded, has not failed. */
    private boolean succeeded(AttemptId attempt, int nodes) {
        var exits = AttemptDirectory.at(setup.attempts(), attempt).exits();
        return exits.size() >= nodes && exits.values().stream().allMatch(exit -> exit.code() == 0);
    }

    private Optional<GpuFaults.Fault> fault(AttemptId attempt) {
        return GpuFaults.of(engine.sample(attempt), engine.nodes());
    }

    private CompletableFuture<Boolean> finished(Workload workload, Finding finding) {
        AttemptId attempt = workload.attempt();
        healthMonitor.recordFinalProgress(attempt, setup.clock().instant());
        return report(new RunRequest.Finished(attempt, finding, usageMeter.readWindow(workload)))
                .thenApply(
                        written -> {
                            reported.remove(attempt);
                            if (written) {
                                execute(() -> forget(attempt));
                            }
                            return written;
                        });
    }

    /** Its end is durable, so the engine may drop what it keeps. */
    private void forget(AttemptId attempt) {
        usageMeter.forget(attempt);
        engine.forget(attempt);
    }

    private void execute(Runnable action) {
        try {
            executor.execute(() -> runGuarded(action));
        } catch (RejectedExecutionException e) {
            LOG.debug("The server is closing; the next one repeats this action", e);
        }
    }

    /**
     * Meters all attempts up to now, and records new checkpoints.
     *
     * @return completes when that is durable, or refused: then the next minute includes it
     */
    public CompletableFuture<Void> meterAll() {
        return CompletableFuture.allOf(
                usageRecorder.requests(setup.clock().instant()).stream()
                        .map(this::report)
                        .toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<Boolean> report(RunRequest runRequest) {
        return ask.apply(runRequest).handle((commitResult, _) -> commitResult != null);
    }

    /** Lets running reads finish: an interrupted read would make a file appear to be missing. */
    @Override
    public void close() {
        closed = true;
        pilotMonitor.close();
        timer.shutdown();
        signals.add(Optional.empty());
        executor.shutdown();
        try {
            watcher.join();
            if (!timer.awaitTermination(CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                    || !executor.awaitTermination(CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("The engine is slow to answer; the server closes without waiting for it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
