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
import slipway.run.workspace.WorkspaceActivity;
import slipway.schedule.snapshot.Placement;

/**
 * The reconciler: compares the attempts that the engine runs with the run state, and reports every difference. It runs
 * when the engine signals a change and also periodically, because a signal may be lost.
 */
public final class Reconciler implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
    private static final Duration ROUND = Duration.ofSeconds(5);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration A_WHILE = Duration.ofSeconds(10);
    private static final CompletableFuture<Boolean> DONE = CompletableFuture.completedFuture(true);

    private final Engine engine;
    private final ExitDetector exitDetector;
    private final EngineActions engineActions;
    private final UsageMeter usageMeter;
    private final CheckpointScanner checkpointScanner;
    private final WorkspaceActivity workspaceActivity = new WorkspaceActivity();
    private final StepRecorder stepRecorder = new StepRecorder();
    private final HealthMonitor healthMonitor;
    private final PilotMonitor pilotMonitor;
    private final NodeInventory nodeInventory;
    private final PendingLaunches pendingLaunches = new PendingLaunches();
    private final Runner.Setup setup;
    private final Supplier<RunState> docket;
    private final Function<RunRequest, CompletableFuture<CommitResult>> ask;
    private final LinkedBlockingQueue<Optional<AttemptId>> signs = new LinkedBlockingQueue<>();
    private final Set<AttemptId> reported = ConcurrentHashMap.newKeySet();
    private final Thread watcher =
            Thread.ofPlatform().daemon().name("run-watch").unstarted(this::watch);
    private final ExecutorService hands = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService rounds =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("run-rounds").factory());
    private volatile boolean closed;

    public Reconciler(
            Runner.Setup setup,
            NodeInventory nodeInventory,
            EngineActions engineActions,
            Supplier<RunState> docket,
            Function<RunRequest, CompletableFuture<CommitResult>> ask) {
        this.setup = setup;
        this.engine = setup.engine();
        this.exitDetector = new ExitDetector(setup.attempts(), setup.clock());
        this.checkpointScanner = new CheckpointScanner(setup.attempts());
        this.healthMonitor =
                new HealthMonitor(
                        setup.engine(), setup.attempts(), workspaceActivity, stepRecorder);
        this.pilotMonitor = new PilotMonitor(stepRecorder, setup.clock(), this::piloted);
        this.usageMeter = engineActions.meter();
        this.nodeInventory = nodeInventory;
        this.engineActions = engineActions;
        this.docket = docket;
        this.ask = ask;
    }

    /** Listens, and sees what happened while nobody looked. Returns when that is written down. */
    public void start() {
        engine.listen(attempt -> signs.add(Optional.of(attempt)));
        lookAtAll().join();
        watcher.start();
        every(ROUND, () -> lookAtAll().join());
        every(MINUTE, () -> measureAll().join());
    }

    private void every(Duration time, Runnable deed) {
        var _ =
                rounds.scheduleWithFixedDelay(
                        () -> guarded(deed),
                        time.toMillis(),
                        time.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private void guarded(Runnable deed) {
        try {
            deed.run();
        } catch (RuntimeException e) {
            if (!closed) {
                LOG.warn("A look at the running workloads failed and is tried again", e);
            }
        }
    }

    private void watch() {
        try {
            while (!closed) {
                Optional<AttemptId> sign = signs.take();
                guarded(() -> sign.ifPresent(this::lookAt));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAt(AttemptId attempt) {
        Optional<LiveAttempt> live = engine.live(attempt);
        docket.get()
                .live(attempt.workload())
                .filter(Workload::occupies)
                .filter(workload -> workload.attempt().equals(attempt))
                .ifPresent(
                        workload -> {
                            var _ = look(workload, live);
                        });
    }

    /**
     * At everything. The engine is asked before the docket is read: whatever it runs was written down before, so what
     * the docket does not have by then has no business there.
     *
     * @return done when all that was found is written down, or refused
     */
    public CompletableFuture<Void> lookAtAll() {
        Map<AttemptId, LiveAttempt> live = new HashMap<>();
        engine.live().forEach(each -> live.put(each.id(), each));
        List<Workload> present = docket.get().live().filter(Workload::occupies).toList();
        Shares shares = setup.shares().get();
        Set<AttemptId> known = new HashSet<>();
        present.forEach(workload -> known.add(workload.attempt()));
        exitDetector.remember(known);
        pendingLaunches.remember(known);
        healthMonitor.remember(known);
        stepRecorder.remember(known);
        pilotMonitor.remember(known);
        List<CompletableFuture<Boolean>> reports =
                present.stream()
                        .map(
                                workload -> {
                                    usageMeter.look(workload.attempt());
                                    feel(workload, shares);
                                    return look(
                                            workload,
                                            Optional.ofNullable(live.get(workload.attempt())));
                                })
                        .toList();
        live.values().stream().filter(each -> !known.contains(each.id())).forEach(this::stray);
        present.forEach(each -> docket.get().live(each.id()).ifPresent(engineActions::carry));
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

    private void feel(Workload workload, Shares shares) {
        follow(workload);
        if (workload.state() instanceof WorkloadState.Running) {
            healthMonitor
                    .look(workload, shares, setup.clock().instant())
                    .forEach(
                            found -> {
                                var _ = tell(found);
                            });
        }
    }

    private AttemptDirectory directory(Workload workload) {
        return AttemptDirectory.at(setup.attempts(), workload.attempt());
    }

    private void piloted(AttemptId attempt, PilotVerdict pilotVerdict) {
        var _ = tell(new RunRequest.Piloted(attempt, pilotVerdict));
    }

    /** When workspaces were last used. */
    public WorkspaceActivity uses() {
        return workspaceActivity;
    }

    /** How it goes on. */
    public AttemptStatus vitals(Workload workload) {
        return workload.trail().attempts() == 0
                ? AttemptStatus.UNKNOWN
                : healthMonitor.of(workload, setup.clock().instant());
    }

    /** An attempt that is not the newest of anything: its end was written before, or another has taken its place. */
    private void stray(LiveAttempt liveAttempt) {
        if (liveAttempt.gone()) {
            engine.forget(liveAttempt.id());
        } else {
            LOG.warn("{} runs although it should not, and is ended", liveAttempt.id());
            engine.signal(liveAttempt.id(), AttemptSignal.KILL);
        }
    }

    private CompletableFuture<Boolean> look(Workload workload, Optional<LiveAttempt> live) {
        AttemptId attempt = workload.attempt();
        if (workload.state() instanceof WorkloadState.Starting) {
            Optional<CompletableFuture<Boolean>> starts = live.flatMap(it -> starts(workload, it));
            if (starts.isPresent()) {
                return starts.get();
            }
        }
        if (live.filter(it -> isElsewhere(workload, it)).isPresent()) {
            return tell(new RunRequest.Launched(attempt, live.get().place()));
        }
        Optional<Finding> finding =
                reported.contains(attempt)
                        ? Optional.empty()
                        : exitDetector.look(workload, live, () -> fault(attempt));
        return finding.filter(_ -> reported.add(attempt))
                .map(found -> finished(workload, found))
                .orElse(DONE);
    }

    /** An engine that chooses the nodes itself may tell of them later than that it runs. */
    private static boolean isElsewhere(Workload workload, LiveAttempt liveAttempt) {
        return liveAttempt.phase() == LiveAttempt.Phase.RUNNING
                && workload.state() instanceof WorkloadState.Running(var known, _)
                && liveAttempt
                        .place()
                        .filter(
                                place ->
                                        !DeviceNumbering.inOrder(known, place)
                                                .equals(Optional.of(known)))
                        .isPresent();
    }

    /** What the engine took and did not start at once: it began by now, or waits, or was given up. */
    private Optional<CompletableFuture<Boolean>> starts(
            Workload workload, LiveAttempt liveAttempt) {
        AttemptId attempt = workload.attempt();
        Placement meant = workload.state().place().orElseThrow();
        return switch (liveAttempt.phase()) {
            case RUNNING -> {
                nodeInventory.began(liveAttempt.place().orElse(meant));
                yield Optional.of(tell(new RunRequest.Launched(attempt, liveAttempt.place())));
            }
            case WAITING -> {
                String reason = liveAttempt.word().orElse("it does not say why");
                if (pendingLaunches.seen(attempt, reason, setup.clock().instant())) {
                    engine.signal(attempt, AttemptSignal.KILL);
                }
                yield Optional.of(DONE);
            }
            case GONE ->
                    pendingLaunches
                            .givenUp(attempt)
                            .filter(_ -> !succeeded(attempt, meant.nodes()))
                            .map(
                                    because -> {
                                        nodeInventory.leaveOut(meant, setup.clock().instant());
                                        return tell(
                                                new RunRequest.NotLaunched(
                                                        attempt,
                                                        because,
                                                        usageMeter.read(workload)));
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
        healthMonitor.last(attempt, setup.clock().instant());
        return tell(new RunRequest.Finished(attempt, finding, usageMeter.read(workload)))
                .thenApply(
                        written -> {
                            reported.remove(attempt);
                            if (written) {
                                hand(() -> over(attempt));
                            }
                            return written;
                        });
    }

    /** Its end is durable. */
    private void over(AttemptId attempt) {
        usageMeter.forget(attempt);
        engine.forget(attempt);
    }

    private void hand(Runnable deed) {
        try {
            hands.execute(() -> guarded(deed));
        } catch (RejectedExecutionException e) {
            LOG.debug("The room is closing; the next server does this", e);
        }
    }

    /**
     * Writes down what everything has used up to now, and what it has saved.
     *
     * @return done when it is written, or refused: then the next minute counts it in
     */
    public CompletableFuture<Void> measureAll() {
        Map<AttemptId, AttemptUsage> measured = new HashMap<>();
        Map<AttemptId, Instant> saved = new HashMap<>();
        docket.get()
                .live()
                .filter(Workload::occupies)
                .forEach(
                        each -> {
                            measured.put(each.attempt(), usageMeter.read(each));
                            saved(each).ifPresent(made -> saved.put(each.attempt(), made));
                        });
        return CompletableFuture.allOf(
                measured.isEmpty() ? DONE : tell(new RunRequest.Metered(measured)),
                saved.isEmpty() ? DONE : tell(new RunRequest.Saved(saved)));
    }

    /** A checkpoint that is newer than the last one heard of. */
    private Optional<Instant> saved(Workload workload) {
        Optional<Instant> known = workload.trail().latest().flatMap(Workload.Latest::saved);
        return workload.spec()
                .checkpoint()
                .flatMap(_ -> checkpointScanner.of(workload, setup.clock().instant()))
                .map(found -> found.made().truncatedTo(java.time.temporal.ChronoUnit.MICROS))
                .filter(made -> known.filter(before -> !before.isBefore(made)).isEmpty());
    }

    private CompletableFuture<Boolean> tell(RunRequest runRequest) {
        return ask.apply(runRequest).handle((commitResult, _) -> commitResult != null);
    }

    /** Nobody is interrupted: a file that could not be read to its end would look like one that is not there. */
    @Override
    public void close() {
        closed = true;
        pilotMonitor.close();
        rounds.shutdown();
        signs.add(Optional.empty());
        hands.shutdown();
        try {
            watcher.join();
            if (!rounds.awaitTermination(A_WHILE.toSeconds(), TimeUnit.SECONDS)
                    || !hands.awaitTermination(A_WHILE.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("The engine takes long to answer; the room closes without it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
