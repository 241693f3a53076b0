package slipway.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import slipway.base.Actor;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.Catalog;
import slipway.catalog.RateCard;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.table.KeyRange;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.checkpoint.CheckpointScanner;
import slipway.run.checkpoint.SavedCheckpoint;
import slipway.run.cost.CostCalculator;
import slipway.run.cost.UsageMeter;
import slipway.run.dispatch.AdmissionCheck;
import slipway.run.dispatch.CurrentCauses;
import slipway.run.dispatch.DispatchLoop;
import slipway.run.dispatch.EngineActions;
import slipway.run.dispatch.QueueForecast;
import slipway.run.dispatch.QueueQueries;
import slipway.run.dispatch.SchedulerFeed;
import slipway.run.engine.AttemptId;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.Engine;
import slipway.run.engine.ExecProcess;
import slipway.run.engine.ExecRequest;
import slipway.run.estimate.EstimateCache;
import slipway.run.estimate.WorkloadEstimate;
import slipway.run.lifecycle.AttemptStatus;
import slipway.run.lifecycle.EndedWorkloads;
import slipway.run.lifecycle.LifecycleRules;
import slipway.run.lifecycle.RunProblems;
import slipway.run.lifecycle.RunRequest;
import slipway.run.lifecycle.RunSetup;
import slipway.run.lifecycle.RunState;
import slipway.run.lifecycle.RunTables;
import slipway.run.lifecycle.SchedulerRequests;
import slipway.run.lifecycle.Submission;
import slipway.run.lifecycle.Workload;
import slipway.run.nodes.NodeInventory;
import slipway.run.observe.ActivityTracker;
import slipway.run.observe.Reconciler;
import slipway.schedule.decision.Explanation;

/** The entry point of the module: accepts workloads and runs each of them to its end. */
public final class Runner implements AutoCloseable {

    public static final ModuleSchema SCHEMA = new ModuleSchema("run", 5);

    private final RunSetup setup;
    private final RateCard prices;
    private final ModuleOwner<RunState, TrackedRequest> moduleOwner;
    private final EstimateCache estimateCache;
    private final AdmissionCheck admissionCheck;
    private final DispatchLoop dispatchLoop;
    private final QueueQueries queueQueries;
    private final EngineActions engineActions;
    private final Reconciler reconciler;
    private final EndedWorkloads ended;
    private volatile boolean closed;

    private Runner(RunSetup setup, RateCard prices) {
        this.setup = setup;
        this.prices = prices;
        this.moduleOwner =
                setup.journal().owner("run", RunTables.read(setup.journal()), Runner::decide);
        var usageMeter = new UsageMeter(setup.engine(), setup.clock());
        var nodeInventory =
                new NodeInventory(setup.engine(), node -> runState().drain(node).isPresent());
        this.estimateCache = new EstimateCache(setup.planning(), this::notifyDispatch);
        this.admissionCheck = new AdmissionCheck(setup, estimateCache);
        var schedulerFeed =
                new SchedulerFeed(
                        this::runState,
                        nodeInventory,
                        setup.shares(),
                        Catalog.bundled(),
                        estimateCache);
        this.dispatchLoop = new DispatchLoop(schedulerFeed, this::ask, setup.clock());
        this.queueQueries = new QueueQueries(dispatchLoop, admissionCheck, setup.clock());
        this.engineActions = new EngineActions(setup, usageMeter, this::runState, this::report);
        this.ended = new EndedWorkloads(setup.journal());
        this.reconciler =
                new Reconciler(setup, nodeInventory, engineActions, this::runState, this::report);
    }

    /**
     * Reads the tables, reconciles them with what the engine runs, and starts the loops.
     *
     * @throws slipway.base.Problem if there is more than one team and no sandbox isolates their jobs
     */
    public static Runner open(RunSetup setup, RateCard prices) {
        SchedulerRequests.checkIsolation(setup.shares().get(), setup.engine());
        var runner = new Runner(setup, prices);
        runner.reconciler.start();
        runner.dispatchLoop.start();
        return runner;
    }

    private static Commit decide(
            RunState runState, ModuleRequest<TrackedRequest> moduleRequest, Instant now) {
        TrackedRequest trackedRequest = moduleRequest.request();
        Commit commit =
                LifecycleRules.decide(
                        runState,
                        new ModuleRequest<>(
                                trackedRequest.request, moduleRequest.actor(), moduleRequest.key()),
                        now);
        trackedRequest.recordChanges(commit);
        return commit;
    }

    /** Notifies the dispatch loop and the engine actions of each changed workload as soon as the change is durable. */
    private CompletableFuture<CommitResult> ask(
            RunRequest runRequest, Actor actor, Optional<IdempotencyKey> key) {
        var trackedRequest = new TrackedRequest(runRequest);
        return moduleOwner
                .ask(new ModuleRequest<>(trackedRequest, actor, key))
                .thenApply(
                        commitResult -> {
                            for (WorkloadId id : trackedRequest.changed()) {
                                dispatchLoop.workloadChanged(id);
                                runState().live(id).ifPresent(this::actOn);
                            }
                            return commitResult;
                        });
    }

    private void actOn(Workload workload) {
        engineActions.actOn(workload);
        reconciler.follow(workload);
    }

    private CompletableFuture<CommitResult> ask(RunRequest runRequest) {
        return ask(runRequest, Actor.system("run"), Optional.empty());
    }

    /** Reports what the engine did. If the report cannot be written now, the next reconciliation repeats it. */
    private CompletableFuture<CommitResult> report(RunRequest runRequest) {
        return ask(runRequest)
                .whenComplete(
                        (_, problem) -> {
                            if (problem != null && !closed) {
                                TrackedRequest.logNotWritten(runRequest, problem);
                            }
                        });
    }

    // Requests and queries.

    /** The newest durable snapshot. */
    public RunState runState() {
        return moduleOwner.snapshot();
    }

    public List<DiscoveredNode> nodes() {
        return setup.engine().nodes();
    }

    public Engine engine() {
        return setup.engine();
    }

    /**
     * Submits a workload; it is durable when the future completes. A repeated idempotency key gets the stored answer,
     * even if the workload would be refused now.
     *
     * @throws slipway.base.Problem if the workload could never run here
     */
    public CompletableFuture<WorkloadId> submit(
            Submission submission, Actor actor, Optional<IdempotencyKey> key) {
        return ask(admissionCheck.submitRequest(submission, key, this::find), actor, key)
                .thenApply(RunRequest.Submit::idOf);
    }

    /** The estimate from the workload's plan, if it has a plan and the estimate is computed already. */
    public Optional<WorkloadEstimate> estimate(Workload workload) {
        return admissionCheck.estimate(workload);
    }

    /** The estimate for a workload that is not submitted yet. */
    public Optional<WorkloadEstimate> estimate(Submission submission) {
        return admissionCheck.estimate(submission.spec());
    }

    /** The accelerators that the workload has or will probably have; empty if it requests no whole accelerator. */
    public Optional<AcceleratorSet> accelerators(Workload workload) {
        return admissionCheck.accelerators(workload.spec(), workload.state().currentPlacement());
    }

    /** Discards all estimates, because the estimator has changed. */
    public void recomputeEstimates() {
        estimateCache.clear();
        dispatchLoop.signal();
    }

    /** The scheduler's view of those of these workloads that are queued or placed. */
    public CurrentCauses currentCauses(List<WorkloadId> ids) {
        return queueQueries.currentCauses(ids);
    }

    /** A calculator with the prices of this cluster. */
    public CostCalculator costCalculator() {
        return new CostCalculator(prices, nodes().stream().map(DiscoveredNode::node).toList());
    }

    /**
     * Like {@link #find}.
     *
     * @throws slipway.base.Problem if no visible workload has this id or name
     */
    public Workload get(String idOrName, Predicate<Workload> visible) {
        return find(idOrName, visible).orElseThrow(() -> RunProblems.noWorkload(idOrName));
    }

    /** Finds a workload by its id, however long ago it ended, or by its name if it is live or ended recently. */
    public Optional<Workload> find(String idOrName, Predicate<Workload> visible) {
        return runState()
                .find(idOrName, visible)
                .or(() -> WorkloadId.parse(idOrName).flatMap(id -> ended.find(id)).filter(visible));
    }

    /**
     * Lists ended workloads, however old, in the order of submission.
     *
     * @param of selects the teams
     */
    public List<Workload> ended(KeyRange keyRange, Predicate<TeamId> of) {
        return ended.list(keyRange, of);
    }

    /** Cancels the workload; a member of an array cancels all live members of the array. */
    public CompletableFuture<CommitResult> cancel(Workload workload, Actor actor) {
        List<WorkloadId> ids =
                workload.member()
                        .map(
                                member ->
                                        runState()
                                                .liveMembers(member.array())
                                                .map(Workload::id)
                                                .toList())
                        .orElse(List.of(workload.id()));
        if (ids.isEmpty() || (workload.member().isEmpty() && workload.state().ended())) {
            throw RunProblems.ended(workload);
        }
        return ask(new RunRequest.Cancel(ids), actor, Optional.empty());
    }

    /** Drains the node for this reason, so that it gets no new work; without a reason returns it to service. */
    public CompletableFuture<CommitResult> drain(
            String node, Optional<String> because, Actor actor) {
        List<String> known =
                nodes().stream().map(discoveredNode -> discoveredNode.node().name()).toList();
        boolean exists = known.contains(node) || runState().drain(node).isPresent();
        if (!exists) {
            throw RunProblems.noNode(node, known);
        }
        return ask(new RunRequest.SetDrain(node, because), actor, Optional.empty())
                .thenApply(
                        commitResult -> {
                            dispatchLoop.signal();
                            return commitResult;
                        });
    }

    /** Sets the rank of the workload among its team's own. */
    public CompletableFuture<CommitResult> rank(WorkloadId id, long rank, Actor actor) {
        return ask(new RunRequest.SetRank(id, rank), actor, Optional.empty());
    }

    /** Explains why the workload is pending, when it will start and what would help; empty if it has ended. */
    public Optional<Explanation> explain(WorkloadId id) {
        return queueQueries.explain(id);
    }

    /** Forecasts all pending and running workloads in one pass. */
    public QueueForecast forecast() {
        return queueQueries.forecast();
    }

    /** Dry run: explains what would happen to the workload if it were submitted now. */
    public Explanation dryRun(Submission submission) {
        return queueQueries.dryRun(submission);
    }

    /**
     * Runs a command beside a workload, after the journal has recorded who does it.
     *
     * @throws slipway.base.Problem if the workload does not run, or runs under another user's account
     */
    public ExecProcess exec(Workload workload, ExecRequest execRequest, Actor actor) {
        SchedulerRequests.checkExecAccess(workload, actor, setup.engine());
        Journal.await(
                ask(RunRequest.ExecStarted.by(workload, execRequest), actor, Optional.empty()));
        return setup.engine().exec(workload.attempt(), execRequest);
    }

    /**
     * Exempts a workload from being stopped while idle, and returns until when.
     *
     * @throws slipway.base.Problem if it does not run, or is never stopped for being idle
     */
    public Instant exemptFromIdle(Workload workload, Duration time, String because, Actor actor) {
        if (!workload.isStoppedWhenIdle(setup.shares().get())) {
            throw RunProblems.neverStopped(workload);
        }
        var exemption =
                RunRequest.ExemptFromIdle.of(workload, time, setup.clock().instant(), because);
        Journal.await(ask(exemption, actor, Optional.empty()));
        return exemption.until();
    }

    /** Records that a user opens a workspace, if it is placed; the checks are those of {@link #exec}. */
    public void recordOpened(Workload workload, Actor actor, Optional<IdempotencyKey> key) {
        SchedulerRequests.checkExecAccess(workload, actor, setup.engine());
        if (workload.isPlaced()) {
            Journal.await(ask(new RunRequest.WorkspaceOpened(workload.attempt()), actor, key));
        }
    }

    /** When workspaces were last used. Callers that see a user use a workspace report it here. */
    public ActivityTracker activity() {
        return reconciler.activity();
    }

    /** The status of the newest attempt; unknown before its first sample and after its end. */
    public AttemptStatus status(Workload workload) {
        return reconciler.status(workload);
    }

    /** The checkpoints of the latest attempts, newest first. */
    public List<SavedCheckpoint> savedCheckpoints(Workload workload, int most) {
        return new CheckpointScanner(setup.attempts())
                .recent(workload, setup.clock().instant(), most);
    }

    public AttemptDirectory directory(AttemptId attempt) {
        return AttemptDirectory.at(setup.attempts(), attempt);
    }

    /** Reconciles, meters and dispatches once, now; returns when all findings are durable. */
    public void reconcileNow() {
        reconciler.reconcileAll().join();
        reconciler.meterAll().join();
        dispatchLoop.signal();
    }

    @Override
    public void close() {
        closed = true;
        dispatchLoop.close();
        reconciler.close();
        engineActions.close();
        estimateCache.close();
    }

    private void notifyDispatch() {
        dispatchLoop.signal();
    }
}
