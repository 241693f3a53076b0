package slipway.run;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import slipway.base.Actor;
import slipway.base.IdGenerator;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
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
import slipway.run.attempt.SecretSource;
import slipway.run.checkpoint.CheckpointScanner;
import slipway.run.checkpoint.SavedCheckpoint;
import slipway.run.cost.CostCalculator;
import slipway.run.cost.UsageMeter;
import slipway.run.dispatch.AdmissionCheck;
import slipway.run.dispatch.CurrentCauses;
import slipway.run.dispatch.DispatchLoop;
import slipway.run.dispatch.EngineActions;
import slipway.run.dispatch.QueueForecast;
import slipway.run.dispatch.SchedulerFeed;
import slipway.run.engine.AttemptId;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.Engine;
import slipway.run.engine.ExecProcess;
import slipway.run.engine.ExecRequest;
import slipway.run.estimate.EstimateCache;
import slipway.run.estimate.Place;
import slipway.run.estimate.Planning;
import slipway.run.estimate.WorkloadEstimate;
import slipway.run.lifecycle.AttemptStatus;
import slipway.run.lifecycle.EndedWorkloads;
import slipway.run.lifecycle.LifecycleRules;
import slipway.run.lifecycle.RunProblems;
import slipway.run.lifecycle.RunRequest;
import slipway.run.lifecycle.RunState;
import slipway.run.lifecycle.RunTables;
import slipway.run.lifecycle.SchedulerRequests;
import slipway.run.lifecycle.Shares;
import slipway.run.lifecycle.Submission;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.Workload.StoredSpec;
import slipway.run.nodes.NodeInventory;
import slipway.run.observe.ActivityTracker;
import slipway.run.observe.Reconciler;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Explanation;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.spec.workload.JobArray;

/** The front door of the room: takes workloads in, and sees that they run to their end. */
public final class Runner implements AutoCloseable {

    public static final ModuleSchema SCHEMA = new ModuleSchema("run", 5);

    private final Setup setup;
    private final ModuleOwner<RunState, TrackedRequest> moduleOwner;
    private final EstimateCache estimateCache;
    private final AdmissionCheck admissionCheck;
    private final DispatchLoop dispatchLoop;
    private final EngineActions engineActions;
    private final Reconciler reconciler;
    private final EndedWorkloads ended;
    private volatile boolean closed;

    /**
     * What the room rests on.
     *
     * @param attempts where attempt directories are
     * @param planning says what the plan of a workload lets expect
     */
    public record Setup(
            Journal journal,
            Engine engine,
            Path attempts,
            Supplier<Shares> shares,
            InstantSource clock,
            IdGenerator ids,
            RateCard prices,
            SecretSource secrets,
            Planning planning) {}

    private Runner(Setup setup) {
        this.setup = setup;
        this.moduleOwner =
                setup.journal().owner("run", RunTables.read(setup.journal()), Runner::decide);
        var usageMeter = new UsageMeter(setup.engine());
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
        this.engineActions = new EngineActions(setup, usageMeter, this::runState, this::report);
        this.ended = new EndedWorkloads(setup.journal());
        this.reconciler =
                new Reconciler(setup, nodeInventory, engineActions, this::runState, this::report);
    }

    /**
     * Reads the tables, asks the engine what it runs, and goes on from there.
     *
     * @throws slipway.base.Problem if there is more than one team and nothing keeps them apart
     */
    public static Runner open(Setup setup) {
        SchedulerRequests.checkIsolation(setup.shares().get(), setup.engine());
        var runner = new Runner(setup);
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

    /** Whatever was changed is looked at by whoever has to do something about it, as soon as it is durable. */
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

    /** What the engine says. If it cannot be written now the next round over all sees it again. */
    private CompletableFuture<CommitResult> report(RunRequest runRequest) {
        return ask(runRequest)
                .whenComplete(
                        (_, problem) -> {
                            if (problem != null && !closed) {
                                TrackedRequest.logNotWritten(runRequest, problem);
                            }
                        });
    }

    // What people ask.

    /** The newest picture. */
    public RunState runState() {
        return moduleOwner.picture();
    }

    public List<DiscoveredNode> nodes() {
        return setup.engine().nodes();
    }

    public Engine engine() {
        return setup.engine();
    }

    public Path attempts() {
        return setup.attempts();
    }

    /**
     * Takes a workload in. It is durable when the future completes. What was taken in under the same key before is
     * answered as it was then, also if it would be refused now.
     *
     * @throws slipway.base.Problem if it could never run here
     */
    public CompletableFuture<WorkloadId> submit(
            Submission submission, Actor actor, Optional<IdempotencyKey> key) {
        return ask(submitRequest(submission, key), actor, key).thenApply(RunRequest.Submit::idOf);
    }

    private RunRequest submitRequest(Submission submission, Optional<IdempotencyKey> key) {
        try {
            admissionCheck.check(submission);
            return submitRequest(submission);
        } catch (Problem problem) {
            if (key.isPresent()) {
                return new RunRequest.Refuse(problem);
            }
            throw problem;
        }
    }

    private RunRequest submitRequest(Submission submission) {
        int members = submission.spec().array().map(JobArray::size).orElse(1);
        return new RunRequest.Submit(
                Stream.generate(setup.ids()::nextWorkloadId).limit(members).toList(),
                submission.name(),
                submission.team(),
                submission.owner(),
                StoredSpec.of(submission.spec()),
                submission.spec().needs().stream()
                        .map(need -> dependency(need, submission).id())
                        .distinct()
                        .toList(),
                submission.excluded());
    }

    private Workload dependency(String need, Submission by) {
        return find(need, found -> found.team().equals(by.team()))
                .orElseThrow(() -> RunProblems.unknownNeed(need, "which is not there"));
    }

    /** What its plan lets expect, if it has one and that is known by now. */
    public Optional<WorkloadEstimate> estimate(Workload workload) {
        return admissionCheck.estimate(workload);
    }

    /** The same of one that might be submitted. */
    public Optional<WorkloadEstimate> estimate(Submission submission) {
        return admissionCheck.estimate(submission.spec());
    }

    /** The accelerators that it has, or will probably have; nothing where it asks for no whole one. */
    public Optional<Place> accelerators(Workload workload) {
        return admissionCheck.accelerators(workload.spec(), workload.state().currentPlacement());
    }

    /** Plans are reckoned in another way from now on: what they let expect is asked for anew. */
    public void recomputeEstimates() {
        estimateCache.clear();
        dispatchLoop.signal();
    }

    /** What the scheduler knows of these, of those among them that wait for a place or have one. */
    public CurrentCauses currentCauses(List<WorkloadId> ids) {
        Instant now = setup.clock().instant();
        return ids.isEmpty()
                ? CurrentCauses.EMPTY
                : Journal.await(
                        dispatchLoop.query(
                                it -> new CurrentCauses(it.causes(ids), it.schedulable(ids, now))));
    }

    /** At what is paid here. */
    public CostCalculator costCalculator() {
        return new CostCalculator(
                setup.prices(), nodes().stream().map(DiscoveredNode::node).toList());
    }

    /**
     * The same as {@link #find}.
     *
     * @throws slipway.base.Problem if there is none that may be seen
     */
    public Workload get(String idOrName, Predicate<Workload> visible) {
        return find(idOrName, visible).orElseThrow(() -> RunProblems.noWorkload(idOrName));
    }

    /** By its id, also if it ended long ago; by its name if it has not ended, or ended lately. */
    public Optional<Workload> find(String idOrName, Predicate<Workload> visible) {
        return runState()
                .find(idOrName, visible)
                .or(() -> WorkloadId.parse(idOrName).flatMap(id -> ended.find(id)).filter(visible));
    }

    /**
     * Those that have ended, however long ago, in the order in which they were submitted.
     *
     * @param of only those of these teams
     */
    public List<Workload> ended(KeyRange keyRange, Predicate<TeamId> of) {
        return ended.list(keyRange, of);
    }

    /** Cancels it; of an array all that have not ended. */
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

    /** From now on the node gets nothing new, for this reason; without one it gets work again. */
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

    /** Puts it at this place among its team's own. */
    public CompletableFuture<CommitResult> rank(WorkloadId id, long rank, Actor actor) {
        return ask(new RunRequest.SetRank(id, rank), actor, Optional.empty());
    }

    /** Why it waits, when it will start, and what would help; nothing if it has ended. */
    public Optional<Explanation> explain(WorkloadId id) {
        Instant now = setup.clock().instant();
        ClusterSnapshot clusterSnapshot =
                Journal.await(dispatchLoop.query(schedulerFeed -> schedulerFeed.snapshot(now)));
        return Scheduler.explain(clusterSnapshot, id, now);
    }

    /** What becomes of everything that waits or runs, in one look. */
    public QueueForecast forecast() {
        Instant now = setup.clock().instant();
        return QueueForecast.of(
                Journal.await(dispatchLoop.query(schedulerFeed -> schedulerFeed.snapshot(now))),
                now);
    }

    /** What would become of it if it were submitted now. */
    public Explanation dryRun(Submission submission) {
        admissionCheck.check(submission);
        Instant now = setup.clock().instant();
        ClusterSnapshot clusterSnapshot =
                Journal.await(dispatchLoop.query(schedulerFeed -> schedulerFeed.snapshot(now)));
        Workload draft = admissionCheck.draft(submission);
        return Scheduler.whatIf(
                clusterSnapshot,
                Journal.await(dispatchLoop.query(it -> it.dryRun(draft, now))),
                now);
    }

    /**
     * Runs a command beside a workload, once it is written down who did.
     *
     * @throws slipway.base.Problem if it does not run there, or runs under the account of somebody else
     */
    public ExecProcess exec(Workload workload, ExecRequest execRequest, Actor actor) {
        SchedulerRequests.checkExecAccess(workload, actor, setup.engine());
        Journal.await(
                ask(RunRequest.ExecStarted.by(workload, execRequest), actor, Optional.empty()));
        return setup.engine().exec(workload.attempt(), execRequest);
    }

    /**
     * It is kept for so long, used or not; says until when.
     *
     * @throws slipway.base.Problem if it does not run, or is never stopped for being idle
     */
    public Instant exemptFromIdle(Workload workload, Duration time, String because, Actor actor) {
        if (!workload.isStoppedWhenIdle(setup.shares().get())) {
            throw RunProblems.neverStopped(workload);
        }
        var keep = RunRequest.ExemptFromIdle.of(workload, time, setup.clock().instant(), because);
        Journal.await(ask(keep, actor, Optional.empty()));
        return keep.until();
    }

    /** Writes down that somebody goes into a workspace, if that is anywhere yet; refused as a visit is. */
    public void recordOpened(Workload workload, Actor actor) {
        SchedulerRequests.checkExecAccess(workload, actor, setup.engine());
        if (workload.isPlaced()) {
            Journal.await(
                    ask(
                            new RunRequest.WorkspaceOpened(workload.attempt()),
                            actor,
                            Optional.empty()));
        }
    }

    /** When workspaces were last used; whoever sees a person use one says so here. */
    public ActivityTracker activity() {
        return reconciler.activity();
    }

    /** How the newest attempt of it goes on; nothing is known before its first look, and after its end. */
    public AttemptStatus status(Workload workload) {
        return reconciler.status(workload);
    }

    /** What its latest attempts saved, the newest first. */
    public List<SavedCheckpoint> savedCheckpoints(Workload workload, int most) {
        return new CheckpointScanner(setup.attempts())
                .recent(workload, setup.clock().instant(), most);
    }

    public AttemptDirectory directory(AttemptId attempt) {
        return AttemptDirectory.at(setup.attempts(), attempt);
    }

    /** Everything that is done from time to time is done now; returns when what was found is written down. */
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
