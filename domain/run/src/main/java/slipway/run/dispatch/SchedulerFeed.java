package slipway.run.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slipway.base.Estimate;
import slipway.base.WorkloadId;
import slipway.catalog.Catalog;
import slipway.run.engine.ForeignJob;
import slipway.run.estimate.EstimateCache;
import slipway.run.estimate.WorkloadEstimate;
import slipway.run.lifecycle.RunState;
import slipway.run.lifecycle.SchedulerRequests;
import slipway.run.lifecycle.Shares;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.run.nodes.NodeInventory;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Cause;
import slipway.schedule.decision.Decision;
import slipway.schedule.history.RuntimeHistory;
import slipway.schedule.history.RuntimeSources;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.spec.workload.WorkloadSpec;

/**
 * Feeds the scheduler: translates changes of the run state into changes of the plan, and returns the decisions of each
 * scheduling cycle. One thread owns it. The plan is incremental, so a cycle costs as much as has changed; after
 * anything unexpected the plan is rebuilt from the run state, which is authoritative.
 */
public final class SchedulerFeed {

    /** A snapshot may be newer than the time of the cycle, but not by so much. */
    private static final Duration MAX_CLOCK_SKEW = Duration.ofMinutes(1);

    private final Supplier<RunState> runState;
    private final NodeInventory nodeInventory;
    private final Supplier<Shares> sharing;
    private final Catalog catalog;
    private final EstimateCache estimateCache;
    private final RuntimeTracker runtimes = new RuntimeTracker();

    /** The workloads as the plan holds them. */
    private final Map<WorkloadId, Workload> planned = new HashMap<>();

    private @Nullable Schedule plan;
    private Shares shared;
    private List<Node> nodes = List.of();
    private List<ForeignJob> foreignJobs = List.of();

    public SchedulerFeed(
            Supplier<RunState> runState,
            NodeInventory nodeInventory,
            Supplier<Shares> sharing,
            Catalog catalog,
            EstimateCache estimateCache) {
        this.runState = runState;
        this.nodeInventory = nodeInventory;
        this.sharing = sharing;
        this.catalog = catalog;
        this.estimateCache = estimateCache;
        this.shared = sharing.get();
    }

    /** Runs one scheduling cycle with these changed workloads, and returns the decisions that need an action. */
    List<Decision> schedulingCycle(Set<WorkloadId> changed, Instant now) {
        List<Node> before = nodes;
        Shares shares = shared;
        List<ForeignJob> others = foreignJobs;
        nodes = nodeInventory.nodes(now);
        foreignJobs = nodeInventory.foreignJobs();
        shared = sharing.get();
        boolean estimatesChanged =
                estimateCache.pollNews(); // of runtimes that the plan already uses
        boolean foreignChanged =
                estimatesChanged
                        || !others.equals(foreignJobs)
                        || !(foreignJobs.isEmpty() || shares.equals(shared));
        boolean placedElsewhere = changed.stream().anyMatch(this::isPlacedElsewhere);
        if (plan == null
                || foreignChanged
                || placedElsewhere
                || !shares.policy().equals(shared.policy())) {
            plan = planFromScratch(now);
        } else {
            List<Change> changes = new ArrayList<>();
            nodes(before, changes);
            if (!shares.equals(shared)) {
                changes.add(new Change.QuotasChanged(shared.teams()));
            }
            changed.forEach(id -> addChanges(id, now, changes));
            changes.addAll(runtimes.rankChanges(now));
            plan = Scheduler.next(plan, changes, now);
        }
        List<Decision> actions = plan.actions();
        actions.forEach(action -> applyExpected(action, now));
        return actions;
    }

    /** Discards the plan, because a decision that it counts on was refused. */
    void discardPlan() {
        plan = null;
    }

    /** The time of the next decision if nothing changes before. */
    Optional<Instant> nextCycle() {
        Optional<Instant> decision = plan == null ? Optional.empty() : plan.nextDecisionTime();
        Optional<Instant> rankChange = runtimes.nextRankChange();
        return decision.isPresent() && rankChange.isPresent()
                ? Optional.of(
                        decision.get().isBefore(rankChange.get())
                                ? decision.get()
                                : rankChange.get())
                : decision.or(() -> rankChange);
    }

    /** The reason why each of these workloads is pending, as far as it is. */
    public Map<WorkloadId, Cause> causes(List<WorkloadId> ids) {
        Map<WorkloadId, Cause> causes = new HashMap<>();
        for (WorkloadId id : ids) {
            Optional<Decision> decision = plan == null ? Optional.empty() : plan.decision(id);
            if (decision.isPresent()
                    && decision.get() instanceof Decision.Wait(_, var because, _)) {
                causes.put(id, because);
            }
        }
        return causes;
    }

    /** The scheduler's snapshot at this instant, for queries. */
    public ClusterSnapshot snapshot(Instant now) {
        return clusterSnapshot(nodeInventory.nodes(now), sharing.get(), false, now);
    }

    /** These workloads as the snapshot shows them, as far as they are live. */
    public Map<WorkloadId, SchedulableWorkload> schedulable(List<WorkloadId> ids, Instant now) {
        Map<WorkloadId, SchedulableWorkload> schedulable = new HashMap<>();
        for (WorkloadId id : ids) {
            runState.get()
                    .live(id)
                    .ifPresent(workload -> schedulable.put(id, schedulable(workload, false, now)));
        }
        return schedulable;
    }

    /** A workload for a dry run, as the snapshot would show it. */
    public SchedulableWorkload dryRun(Workload draft, Instant now) {
        RuntimeHistory.Prediction guess = runtimes.predict(draft, now);
        return schedulable(draft, guess.runtime(), guess.rank());
    }

    /** Whether the engine placed the attempt on other nodes than the plan has. */
    private boolean isPlacedElsewhere(WorkloadId id) {
        Optional<Workload> before = Optional.ofNullable(planned.get(id)).filter(Workload::isPlaced);
        Optional<Workload> after = runState.get().live(id).filter(Workload::isPlaced);
        return before.isPresent()
                && after.isPresent()
                && before.get().attempt().equals(after.get().attempt())
                && !allocations(before.get()).equals(allocations(after.get()));
    }

    private static Set<Placement.NodeAllocation> allocations(Workload workload) {
        return Set.copyOf(workload.state().currentPlacement().orElseThrow().seats());
    }

    // The plan from scratch.

    private Schedule planFromScratch(Instant now) {
        planned.values().stream()
                .filter(SchedulerFeed::isInPlan)
                .map(Workload::id)
                .filter(id -> runState.get().live(id).isEmpty())
                .forEach(this::learnRuntime);
        planned.clear();
        return Scheduler.decide(clusterSnapshot(nodes, shared, true, now), now);
    }

    private ClusterSnapshot clusterSnapshot(
            List<Node> on, Shares shares, boolean update, Instant now) {
        List<RunningWorkload> running = new ArrayList<>();
        List<PendingWorkload> pending = new ArrayList<>();
        runState.get()
                .live()
                .forEach(
                        workload -> {
                            if (workload.isPlaced()) {
                                running.add(running(workload, update, now));
                            } else if (workload.isQueued()) {
                                pending.add(pending(workload, update, now));
                            }
                            if (update) {
                                planned.put(workload.id(), workload);
                            }
                        });
        List<Placement> ours = running.stream().map(RunningWorkload::placement).toList();
        List<RunningWorkload> foreign =
                nodeInventory.foreignWorkloads(nodeInventory.foreignJobs(), on, ours, now);
        List<TeamQuotas> teams = NodeInventory.withForeignTeam(foreign, on, shares.teams());
        running.addAll(foreign);
        return new ClusterSnapshot(shares.policy(), on, teams, List.of(), running, pending);
    }

    private PendingWorkload pending(Workload workload, boolean learn, Instant now) {
        return new PendingWorkload(
                schedulable(workload, learn, now),
                workload.history().completedWork(),
                workload.history().preempted(),
                Optional.empty());
    }

    private RunningWorkload running(Workload workload, boolean learn, Instant now) {
        RunningWorkload runningWorkload =
                new RunningWorkload(
                        schedulable(workload, learn, now),
                        workload.state().currentPlacement().orElseThrow(),
                        workload.history()
                                .latest()
                                .map(Workload.LatestAttempt::placedAt)
                                .orElse(workload.state().since()),
                        workload.history().completedWork(),
                        workload.history().latest().flatMap(Workload.LatestAttempt::lastCheckpoint),
                        workload.history().preempted(),
                        Optional.empty(),
                        Optional.empty());
        return workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                ? runningWorkload.departure(
                        new RunningWorkload.Departure(stop.deadline(), stop.target()))
                : runningWorkload;
    }

    private SchedulableWorkload schedulable(Workload workload, boolean learn, Instant now) {
        long rank = learn ? runtimes.rank(workload, now) : runtimes.knownRank(workload.id());
        SchedulableWorkload schedulable =
                schedulable(workload, runtimes.estimate(workload.id()), rank);
        // It began to wait in the future: the clock was set back, and its pause has no known end.
        boolean setBack = workload.state().since().minus(MAX_CLOCK_SKEW).isAfter(now);
        return setBack ? schedulable.withTimes(schedulable.times().withoutBackOff()) : schedulable;
    }

    private SchedulableWorkload schedulable(
            Workload workload, Optional<RuntimeEstimate> learned, long rank) {
        List<Node> on = nodes.isEmpty() ? nodeInventory.all() : nodes;
        var schedulerRequests = new SchedulerRequests(catalog, on);
        RuntimeSources history = RuntimeSources.NONE.withHistory(learned);
        RuntimeSources runtimeSources =
                estimatedTime(workload, schedulerRequests).map(history::withPlan).orElse(history);
        Optional<Duration> most = workload.spec().scheduling().times().maxDuration();
        RuntimeSources limited = most.map(runtimeSources::withLimit).orElse(runtimeSources);
        RuntimeEstimate runtimeEstimate =
                limited.estimate(
                        SchedulerRequests.kind(workload.spec()), shared.policy().unknownRuntime());
        return schedulerRequests.schedulable(workload, runtimeEstimate, rank);
    }

    private Optional<Estimate<Duration>> estimatedTime(
            Workload workload, SchedulerRequests schedulerRequests) {
        WorkloadSpec spec = workload.spec();
        return spec.planToEnd()
                .flatMap(
                        plan ->
                                estimateCache.ifKnown(
                                        plan,
                                        schedulerRequests.accelerators(
                                                spec, workload.state().currentPlacement())))
                .flatMap(WorkloadEstimate::time);
    }

    // The plan from the last one.

    private void nodes(List<Node> before, List<Change> changes) {
        if (before.equals(nodes)) {
            return;
        }
        Set<String> names = new HashSet<>();
        for (Node node : nodes) {
            names.add(node.name());
            if (!before.contains(node)) {
                changes.add(new Change.NodeChanged(node));
            }
        }
        for (Node node : before) {
            if (!names.contains(node.name())) {
                changes.add(new Change.NodeRemoved(node.name()));
            }
        }
    }

    private void addChanges(WorkloadId id, Instant now, List<Change> changes) {
        Optional<Workload> before = Optional.ofNullable(planned.get(id));
        Optional<Workload> after = runState.get().live(id);
        after.ifPresentOrElse(workload -> planned.put(id, workload), () -> planned.remove(id));
        boolean wasIn = before.filter(SchedulerFeed::isInPlan).isPresent();
        boolean isIn = after.filter(SchedulerFeed::isInPlan).isPresent();
        if (wasIn && !isIn) {
            changes.add(new Change.Ended(id));
            learnRuntime(id);
        } else if (!wasIn && isIn) {
            changes.add(new Change.Submitted(schedulable(after.get(), true, now)));
        } else if (wasIn) {
            addUpdates(before.get(), after.orElseThrow(), now, changes);
        }
    }

    private static boolean isInPlan(Workload workload) {
        return workload.isQueued() || workload.isPlaced();
    }

    private void addUpdates(Workload before, Workload after, Instant now, List<Change> changes) {
        WorkloadId id = after.id();
        if (before.isPlaced() && after.isQueued()) {
            addReturnToQueue(after, now, changes);
        } else if (before.isPlaced() && after.history().attempts() > before.history().attempts()) {
            changes.add(new Change.Moved(id, after.history().completedWork()));
        } else if (after.isQueued() && !after.excluded().equals(before.excluded())) {
            changes.add(new Change.Ended(id)); // its resource request has changed
            changes.add(new Change.Submitted(schedulable(after, true, now)));
        } else if (after.state() instanceof WorkloadState.Running(_, var since)
                && before.state() instanceof WorkloadState.Starting) {
            runtimes.started(id, since);
        }
        Optional<Instant> saved =
                after.history().latest().flatMap(Workload.LatestAttempt::lastCheckpoint);
        if (after.isPlaced() && saved.isPresent()) {
            changes.add(new Change.Checkpointed(id, saved.get()));
        }
        if (before.history().rank() != after.history().rank()) {
            changes.add(new Change.Ranked(id, after.history().rank()));
        }
    }

    /** The workload is queued again. During a pause after a failure the plan treats it as a new submission. */
    private void addReturnToQueue(Workload after, Instant now, List<Change> changes) {
        WorkloadId id = after.id();
        long rank = runtimes.requeued(after, now);
        if (after.state() instanceof WorkloadState.Queued(_, var until, _) && until.isPresent()) {
            changes.add(new Change.Ended(id));
            changes.add(new Change.Submitted(schedulable(after, true, now)));
        } else {
            changes.add(new Change.Requeued(id, after.history().completedWork()));
            changes.add(
                    new Change.Ranked(
                            id, after.history().rank() != 0 ? after.history().rank() : rank));
        }
    }

    private void learnRuntime(WorkloadId id) {
        runtimes.ended(id, runState.get().find(id).flatMap(Workload::totalRunTime));
    }

    /** Applies a decision to the planned workload at once; the run state follows when the decision is durable. */
    private void applyExpected(Decision decision, Instant now) {
        Workload workload = planned.get(decision.workload());
        if (workload != null && decision instanceof Decision.Start(_, var placement, _)) {
            planned.put(
                    workload.id(),
                    workload.with(workload.history().withNewAttempt(now))
                            .withState(new WorkloadState.Starting(placement, now)));
        }
    }
}
