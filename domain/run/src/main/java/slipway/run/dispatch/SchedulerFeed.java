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
import slipway.run.estimate.Place;
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
import slipway.schedule.history.SimilarityKey;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.spec.workload.WorkloadSpec;

/**
 * Keeps the plan: what changed on the docket goes into it, and what it decides comes out. One thread owns it. The plan
 * goes on from the last one, so a round costs as much as has changed; after anything unexpected it is laid out anew
 * from the docket, which is always right.
 */
public final class SchedulerFeed {

    private final Supplier<RunState> docket;
    private final NodeInventory nodeInventory;
    private final Supplier<Shares> sharing;
    private final Catalog catalog;
    private final EstimateCache estimateCache;
    private final RuntimeHistory runtimeHistory = new RuntimeHistory();

    /** The workloads as the plan has them. */
    private final Map<WorkloadId, Workload> planned = new HashMap<>();

    /** As history told them. */
    private final Map<WorkloadId, Long> ranks = new HashMap<>();

    private @Nullable Schedule plan;
    private Shares shared;
    private List<Node> nodes = List.of();
    private List<ForeignJob> taken = List.of();

    public SchedulerFeed(
            Supplier<RunState> docket,
            NodeInventory nodeInventory,
            Supplier<Shares> sharing,
            Catalog catalog,
            EstimateCache estimateCache) {
        this.docket = docket;
        this.nodeInventory = nodeInventory;
        this.sharing = sharing;
        this.catalog = catalog;
        this.estimateCache = estimateCache;
        this.shared = sharing.get();
    }

    /** What is to be done now that these may have changed; waiting and staying are not told. */
    List<Decision> round(Set<WorkloadId> touched, Instant now) {
        List<Node> before = nodes;
        Shares shares = shared;
        List<ForeignJob> others = taken;
        nodes = nodeInventory.nodes(now);
        taken = nodeInventory.taken();
        shared = sharing.get();
        boolean foreseen =
                estimateCache.takeNews(); // how long something takes that the plan holds already
        boolean strange =
                foreseen || !others.equals(taken) || !(taken.isEmpty() || shares.equals(shared));
        boolean elsewhere = touched.stream().anyMatch(this::isElsewhereThanPlanned);
        if (plan == null || strange || elsewhere || !shares.policy().equals(shared.policy())) {
            plan = anew(now);
        } else {
            List<Change> changes = new ArrayList<>();
            nodes(before, changes);
            if (!shares.equals(shared)) {
                changes.add(new Change.QuotasChanged(shared.teams()));
            }
            touched.forEach(id -> changes(id, now, changes));
            changes.addAll(news(now));
            plan = Scheduler.next(plan, changes, now);
        }
        List<Decision> actions = plan.actions();
        actions.forEach(action -> expect(action, now));
        return actions;
    }

    /** The plan is no more: something was refused that it counts on. */
    void forget() {
        plan = null;
    }

    /** When there may be something to decide although nothing happens. */
    Optional<Instant> nextLook() {
        Optional<Instant> look = plan == null ? Optional.empty() : plan.nextDecisionTime();
        Optional<Instant> news = runtimeHistory.nextRankChange();
        return look.isPresent() && news.isPresent()
                ? Optional.of(look.get().isBefore(news.get()) ? look.get() : news.get())
                : look.or(() -> news);
    }

    /** What each of these waits for, of those that wait for a place. */
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

    /** The scheduler's picture of now, for questions. */
    public ClusterSnapshot picture(Instant now) {
        return cluster(nodeInventory.nodes(now), sharing.get(), false, now);
    }

    /** Some of the workloads as they are in the picture, those of them that wait or run. */
    public Map<WorkloadId, slipway.schedule.snapshot.SchedulableWorkload> pictured(
            List<WorkloadId> ids, Instant now) {
        Map<WorkloadId, slipway.schedule.snapshot.SchedulableWorkload> pictured = new HashMap<>();
        for (WorkloadId id : ids) {
            docket.get().live(id).ifPresent(there -> pictured.put(id, pictured(there, false, now)));
        }
        return pictured;
    }

    /** One that might be submitted, as it would be in the picture. */
    public slipway.schedule.snapshot.SchedulableWorkload rehearsed(Workload draft, Instant now) {
        RuntimeHistory.Prediction guess = runtimeHistory.predict(draft.id(), likeness(draft), now);
        return pictured(draft, guess.runtime(), guess.rank());
    }

    /** The engine chose another place for it. */
    private boolean isElsewhereThanPlanned(WorkloadId id) {
        Optional<Workload> before = Optional.ofNullable(planned.get(id)).filter(Workload::occupies);
        Optional<Workload> after = docket.get().live(id).filter(Workload::occupies);
        return before.isPresent()
                && after.isPresent()
                && before.get().attempt().equals(after.get().attempt())
                && !seats(before.get()).equals(seats(after.get()));
    }

    private static Set<Placement.NodeAllocation> seats(Workload workload) {
        return Set.copyOf(workload.state().place().orElseThrow().seats());
    }

    // From scratch.

    private Schedule anew(Instant now) {
        planned.values().stream()
                .filter(SchedulerFeed::isInPlan)
                .map(Workload::id)
                .filter(id -> docket.get().live(id).isEmpty())
                .forEach(this::learn);
        planned.clear();
        return Scheduler.decide(cluster(nodes, shared, true, now), now);
    }

    private ClusterSnapshot cluster(List<Node> on, Shares shares, boolean keep, Instant now) {
        List<RunningWorkload> running = new ArrayList<>();
        List<PendingWorkload> waiting = new ArrayList<>();
        docket.get()
                .live()
                .forEach(
                        workload -> {
                            if (workload.occupies()) {
                                running.add(running(workload, keep, now));
                            } else if (workload.waits()) {
                                waiting.add(waiting(workload, keep, now));
                            }
                            if (keep) {
                                planned.put(workload.id(), workload);
                            }
                        });
        List<Placement> ours = running.stream().map(RunningWorkload::placement).toList();
        List<RunningWorkload> strangers =
                nodeInventory.strangers(nodeInventory.taken(), on, ours, now);
        List<TeamQuotas> teams = NodeInventory.with(strangers, on, shares.teams());
        running.addAll(strangers);
        return new ClusterSnapshot(shares.policy(), on, teams, List.of(), running, waiting);
    }

    private PendingWorkload waiting(Workload workload, boolean learn, Instant now) {
        return new PendingWorkload(
                pictured(workload, learn, now),
                workload.trail().done(),
                workload.trail().preempted(),
                Optional.empty());
    }

    private RunningWorkload running(Workload workload, boolean learn, Instant now) {
        RunningWorkload runningWorkload =
                new RunningWorkload(
                        pictured(workload, learn, now),
                        workload.state().place().orElseThrow(),
                        workload.trail()
                                .latest()
                                .map(Workload.Latest::begun)
                                .orElse(workload.state().since()),
                        workload.trail().done(),
                        workload.trail().latest().flatMap(Workload.Latest::saved),
                        workload.trail().preempted(),
                        Optional.empty(),
                        Optional.empty());
        return workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                ? runningWorkload.departure(new RunningWorkload.Departure(stop.by(), stop.to()))
                : runningWorkload;
    }

    private slipway.schedule.snapshot.SchedulableWorkload pictured(
            Workload workload, boolean learn, Instant now) {
        long rank = learn ? rank(workload, now) : ranks.getOrDefault(workload.id(), 0L);
        return pictured(workload, runtimeHistory.estimate(workload.id()), rank);
    }

    private slipway.schedule.snapshot.SchedulableWorkload pictured(
            Workload workload, Optional<RuntimeEstimate> learnt, long rank) {
        List<Node> on = nodes.isEmpty() ? nodeInventory.all() : nodes;
        var schedulerRequests = new SchedulerRequests(catalog, on);
        RuntimeSources learned = RuntimeSources.NONE.withHistory(learnt);
        RuntimeSources runtimeSources =
                expected(workload, schedulerRequests, on).map(learned::withPlan).orElse(learned);
        Optional<Duration> most = workload.spec().times().maxDuration();
        RuntimeSources limited = most.map(runtimeSources::withLimit).orElse(runtimeSources);
        RuntimeEstimate runtimeEstimate =
                limited.estimate(
                        SchedulerRequests.kind(workload.spec()), shared.policy().unknownRuntime());
        return schedulerRequests.pictured(workload, runtimeEstimate, rank);
    }

    private Optional<Estimate<Duration>> expected(
            Workload workload, SchedulerRequests schedulerRequests, List<Node> on) {
        WorkloadSpec spec = workload.spec();
        return spec.planToEnd()
                .flatMap(
                        plan ->
                                estimateCache.known(
                                        plan,
                                        Place.of(
                                                schedulerRequests.ask(spec),
                                                on,
                                                workload.state().place())))
                .flatMap(WorkloadEstimate::time);
    }

    private static SimilarityKey likeness(Workload workload) {
        return new SimilarityKey(
                workload.team(),
                Optional.of(workload.spec().program().run()),
                workload.spec().gang().nodes());
    }

    /** History is told of each workload once, however often the plan is laid out anew. */
    private long rank(Workload workload, Instant now) {
        WorkloadId id = workload.id();
        Optional<Long> known = Optional.ofNullable(ranks.get(id));
        if (known.isPresent()) {
            return known.get();
        }
        long rank = runtimeHistory.submitted(id, likeness(workload), now);
        ranks.put(id, rank);
        if (workload.state() instanceof WorkloadState.Running(_, var since)) {
            runtimeHistory.started(id, since);
        }
        return rank;
    }

    // From the last one.

    private void nodes(List<Node> before, List<Change> changes) {
        if (before.equals(nodes)) {
            return;
        }
        Set<String> there = new HashSet<>();
        for (Node node : nodes) {
            there.add(node.name());
            if (!before.contains(node)) {
                changes.add(new Change.NodeChanged(node));
            }
        }
        for (Node node : before) {
            if (!there.contains(node.name())) {
                changes.add(new Change.NodeRemoved(node.name()));
            }
        }
    }

    private List<Change> news(Instant now) {
        List<Change> news = runtimeHistory.rankChanges(now);
        for (Change change : news) {
            if (change instanceof Change.Ranked(var id, var rank)) {
                ranks.put(id, rank);
            }
        }
        return news;
    }

    private void changes(WorkloadId id, Instant now, List<Change> changes) {
        Optional<Workload> before = Optional.ofNullable(planned.get(id));
        Optional<Workload> after = docket.get().live(id);
        after.ifPresentOrElse(there -> planned.put(id, there), () -> planned.remove(id));
        boolean wasIn = before.filter(SchedulerFeed::isInPlan).isPresent();
        boolean isIn = after.filter(SchedulerFeed::isInPlan).isPresent();
        if (wasIn && !isIn) {
            changes.add(new Change.Ended(id));
            learn(id);
        } else if (!wasIn && isIn) {
            changes.add(new Change.Submitted(pictured(after.get(), true, now)));
        } else if (wasIn) {
            changed(before.get(), after.orElseThrow(), now, changes);
        }
    }

    private static boolean isInPlan(Workload workload) {
        return workload.waits() || workload.occupies();
    }

    private void changed(Workload before, Workload after, Instant now, List<Change> changes) {
        WorkloadId id = after.id();
        if (before.occupies() && after.waits()) {
            left(after, now, changes);
        } else if (before.occupies() && after.trail().attempts() > before.trail().attempts()) {
            changes.add(new Change.Moved(id, after.trail().done()));
        } else if (after.waits() && !after.excluded().equals(before.excluded())) {
            changes.add(new Change.Ended(id)); // it asks for something else now
            changes.add(new Change.Submitted(pictured(after, true, now)));
        } else if (after.state() instanceof WorkloadState.Running(_, var since)
                && before.state() instanceof WorkloadState.Starting) {
            runtimeHistory.started(id, since);
        }
        Optional<Instant> saved = after.trail().latest().flatMap(Workload.Latest::saved);
        if (after.occupies() && saved.isPresent()) {
            changes.add(new Change.Checkpointed(id, saved.get()));
        }
        if (before.trail().rank() != after.trail().rank()) {
            changes.add(new Change.Ranked(id, after.trail().rank()));
        }
    }

    /** It waits again; what pauses after a failure is for the plan as if it came anew. */
    private void left(Workload after, Instant now, List<Change> changes) {
        WorkloadId id = after.id();
        long rank = runtimeHistory.stopped(id, after.trail().done(), now);
        ranks.put(id, rank);
        if (after.state() instanceof WorkloadState.Queued(_, var until, _) && until.isPresent()) {
            changes.add(new Change.Ended(id));
            changes.add(new Change.Submitted(pictured(after, true, now)));
        } else {
            changes.add(new Change.Requeued(id, after.trail().done()));
            changes.add(
                    new Change.Ranked(id, after.trail().rank() != 0 ? after.trail().rank() : rank));
        }
    }

    private void learn(WorkloadId id) {
        ranks.remove(id);
        docket.get()
                .find(id)
                .flatMap(Workload::worked)
                .ifPresentOrElse(
                        worked -> runtimeHistory.ended(id, worked),
                        () -> runtimeHistory.dropped(id));
    }

    /** What the plan decided counts as done in it; the docket says so a moment later. */
    private void expect(Decision decision, Instant now) {
        Workload there = planned.get(decision.workload());
        if (there != null && decision instanceof Decision.Start(_, var placement, _)) {
            planned.put(
                    there.id(),
                    there.with(there.trail().begun(now))
                            .becomes(new WorkloadState.Starting(placement, now)));
        }
    }
}
