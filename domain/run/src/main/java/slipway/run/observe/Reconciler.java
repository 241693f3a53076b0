package slipway.run.observe;

import java.time.Duration;
import java.time.Instant;
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
import slipway.run.Runner;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.checkpoint.CheckpointScanner;
import slipway.run.cost.UsageMeter;
import slipway.run.dispatch.EngineActions;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Engine;
import slipway.run.engine.LiveAttempt;
import slipway.run.lifecycle.AttemptStatus;
import slipway.run.lifecycle.AttemptUsage;
import slipway.run.lifecycle.PilotVerdict;
import slipway.run.lifecycle.RunRequest;
import slipway.run.lifecycle.RunRequest.Finding;
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
    private final CheckpointScanner checkpointScanner;
    private final ActivityTracker workspaceActivity = new ActivityTracker();
    private final StepRecorder stepRecorder = new StepRecorder();
    private final HealthMonitor healthMonitor;
    private final PilotMonitor pilotMonitor;
    private final NodeInventory nodeInventory;
    private final PendingLaunches pendingLaunches = new PendingLaunches();
    private final Runner.Setup setup;
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
            Runner.Setup setup,
            NodeInventory nodeInventory,
            EngineActions engineActions,
            Supplier<RunState> runState,
            Function<RunRequest, CompletableFuture<CommitResult>> ask) {
        this.setup = setup;
        this.engine = setup.engine();
        this.exitDetector = new ExitDetector(setup.attempts(), setup.clock());
        this.checkpointScanner = new CheckpointScanner(setup.attempts());
        this.healthMonitor =
                new HealthMonitor(
                        setup.engine(), setup.attempts(), workspaceActivity, stepRecorder);
        this.pilotMonitor = new PilotMonitor(stepRecorder, setup.clock(), this::endPilot);
        this.usageMeter = engineActions.usageMeter();
        this.nodeInventory = nodeInventory;
        this.engineActions = engineActions;
        this.runState = runState;
        this.ask = ask;
    }

    /** Listens, and sees what happened while nobody looked. Returns when that is written down. */
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
        } catch (RuntimeException e) {
            if (!closed) {
                LOG.warn("A look at the running workloads failed and is tried again", e);
            }
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
     * At everything. The engine is asked before the docket is read: whatever it runs was written down before, so what
     * the docket does not have by then has no business there.
     *
     * @return done when all that was found is written down, or refused
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

    /** A pilot is followed from its first moment. */
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
        return workspaceActivity;
    }

    /** How it goes on. */
    public AttemptStatus status(Workload workload) {
        return workload.history().attempts() == 0
                ? AttemptStatus.UNKNOWN
                : healthMonitor.status(workload, setup.clock().instant());
    }

    /** An attempt that is not the newest of anything: its end was written before, or another has taken its place. */
    private void killOrphan(LiveAttempt liveAttempt) {
        if (liveAttempt.gone()) {
            engine.forget(liveAttempt.id());
        } else {
            LOG.warn("{} runs although it should not, and is ended", liveAttempt.id());
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

    /** An engine that chooses the nodes itself may tell of them later than that it runs. */
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

    /** What the engine took and did not start at once: it began by now, or waits, or was given up. */
    private Optional<CompletableFuture<Boolean>> reconcileStart(
            Workload workload, LiveAttempt liveAttempt) {
        AttemptId attempt = workload.attempt();
        Placement meant = workload.state().currentPlacement().orElseThrow();
        return switch (liveAttempt.phase()) {
            case RUNNING -> {
                nodeInventory.started(liveAttempt.placement().orElse(meant));
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
                            .filter(_ -> !succeeded(attempt, meant.nodes()))
                            .map(
                                    because -> {
                                        nodeInventory.exclude(meant, setup.clock().instant());
                                        return report(
                                                new RunRequest.NotLaunched(
                                                        attempt,
                                                        because,
                                                        usageMeter.readWindow(workload)));
                                    });
        };
    }

    /** What was ended because it waited, and began in that moment, has not failed: it was we who ended it. */
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

    /** Its end is durable. */
    private void forget(AttemptId attempt) {
        usageMeter.forget(attempt);
        engine.forget(attempt);
    }

    private void execute(Runnable action) {
        try {
            executor.execute(() -> runGuarded(action));
        } catch (RejectedExecutionException e) {
            LOG.debug("The room is closing; the next server does this", e);
        }
    }

    /**
     * Writes down what everything has used up to now, and what it has saved.
     *
     * @return done when it is written, or refused: then the next minute counts it in
     */
    public CompletableFuture<Void> meterAll() {
        Map<AttemptId, AttemptUsage> measured = new HashMap<>();
        Map<AttemptId, Instant> saved = new HashMap<>();
        runState.get()
                .live()
                .filter(Workload::isPlaced)
                .forEach(
                        each -> {
                            measured.put(each.attempt(), usageMeter.readWindow(each));
                            newCheckpoint(each).ifPresent(made -> saved.put(each.attempt(), made));
                        });
        return CompletableFuture.allOf(
                measured.isEmpty() ? DONE : report(new RunRequest.Metered(measured)),
                saved.isEmpty() ? DONE : report(new RunRequest.CheckpointsMade(saved)));
    }

    /** A checkpoint that is newer than the last one heard of. */
    private Optional<Instant> newCheckpoint(Workload workload) {
        Optional<Instant> known =
                workload.history().latest().flatMap(Workload.LatestAttempt::lastCheckpoint);
        return workload.spec()
                .checkpoint()
                .flatMap(_ -> checkpointScanner.newestSettled(workload, setup.clock().instant()))
                .map(found -> found.made().truncatedTo(java.time.temporal.ChronoUnit.MICROS))
                .filter(made -> known.filter(before -> !before.isBefore(made)).isEmpty());
    }

    private CompletableFuture<Boolean> report(RunRequest runRequest) {
        return ask.apply(runRequest).handle((commitResult, _) -> commitResult != null);
    }

    /** Nobody is interrupted: a file that could not be read to its end would look like one that is not there. */
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
                LOG.warn("The engine takes long to answer; the room closes without it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
