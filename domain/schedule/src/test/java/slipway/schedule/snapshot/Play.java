package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import slipway.base.WorkloadId;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.Script;
import slipway.schedule.Scripts;
import slipway.schedule.decision.Told;

/** Carries a script out, as an engine would: what is started runs, what is told to go has gone when its notice ends. */
public final class Play {

    private final Map<WorkloadId, Integer> truths = new HashMap<>();
    private final Consumer<Scene> watcher;
    private final List<String> diary = new ArrayList<>();
    private Schedule plan;
    private Instant now = Scripts.START;

    /** One plan, with what led to it. */
    public record Scene(
            ClusterSnapshot before,
            List<Change> changes,
            Instant now,
            Schedule plan,
            ClusterSnapshot after) {}

    public Play(Script script, Consumer<Scene> watcher) {
        this.watcher = watcher;
        this.plan = Scheduler.decide(script.start(), now);
        for (Script.Step step : script.steps()) {
            step(step);
        }
    }

    public Schedule plan() {
        return plan;
    }

    public Instant now() {
        return now;
    }

    private void step(Script.Step step) {
        ClusterSnapshot clusterSnapshot = plan.snapshot();
        switch (step) {
            case Script.Step.Advance() -> advance();
            case Script.Step.Submit(var schedulableWorkload, var truth) -> {
                truths.put(schedulableWorkload.id(), truth);
                happen(new Change.Submitted(schedulableWorkload));
            }
            case Script.Step.Cancel(var pick) ->
                    pick(everybody(clusterSnapshot), pick)
                            .ifPresent(id -> happen(new Change.Ended(id)));
            case Script.Step.Fail(var node) -> fail(node(clusterSnapshot, node));
            case Script.Step.Drain(var node) ->
                    happen(
                            new Change.NodeChanged(
                                    node(clusterSnapshot, node)
                                            .withCondition(Node.Condition.DRAINED)));
            case Script.Step.Repair(var node) ->
                    happen(
                            new Change.NodeChanged(
                                    node(clusterSnapshot, node)
                                            .withCondition(Node.Condition.READY)));
            case Script.Step.Save(var pick) ->
                    pick(clusterSnapshot.running().stream().map(RunningWorkload::id).toList(), pick)
                            .ifPresent(id -> happen(new Change.Checkpointed(id, now)));
            case Script.Step.Rank(var pick, var rank) ->
                    pick(everybody(clusterSnapshot), pick)
                            .ifPresent(id -> happen(new Change.Ranked(id, rank)));
        }
    }

    private static Node node(ClusterSnapshot clusterSnapshot, int number) {
        return clusterSnapshot.nodes().get(number % clusterSnapshot.nodes().size());
    }

    private static List<WorkloadId> everybody(ClusterSnapshot clusterSnapshot) {
        return Stream.concat(
                        clusterSnapshot.running().stream().map(RunningWorkload::id),
                        clusterSnapshot.pending().stream().map(PendingWorkload::id))
                .toList();
    }

    private static <T> Optional<T> pick(List<T> of, int number) {
        return of.isEmpty() ? Optional.empty() : Optional.of(of.get(number % of.size()));
    }

    /** The node is gone, and whoever was on it waits again. */
    private void fail(Node node) {
        List<Change> changes = new ArrayList<>();
        changes.add(new Change.NodeChanged(node.withCondition(Node.Condition.FAILED)));
        for (RunningWorkload runningWorkload : plan.snapshot().running()) {
            boolean hit =
                    Stream.concat(
                                    Stream.of(runningWorkload.placement()),
                                    runningWorkload
                                            .departure()
                                            .flatMap(RunningWorkload.Departure::to)
                                            .stream())
                            .flatMap(place -> place.seats().stream())
                            .anyMatch(seat -> seat.node().equals(node.name()));
            if (hit) {
                changes.add(new Change.Requeued(runningWorkload.id(), kept(runningWorkload)));
            }
        }
        happen(changes.toArray(Change[]::new));
    }

    private void happen(Change... changes) {
        List<Change> all = List.of(changes);
        ClusterSnapshot before = plan.snapshot();
        plan = Scheduler.next(plan, all, now);
        watch(new Scene(before, all, now, plan, plan.snapshot()));
    }

    private void watch(Scene scene) {
        diary.add(Told.scene(scene));
        try {
            watcher.accept(scene);
        } catch (AssertionError failed) {
            throw new AssertionError(
                    failed.getMessage() + " after " + String.join(" / ", diary), failed);
        }
    }

    /** To the next end, departure or look; false when nothing more happens by itself. */
    public boolean advance() {
        ClusterSnapshot clusterSnapshot = plan.snapshot();
        Optional<Instant> next =
                Stream.concat(
                                clusterSnapshot.running().stream().map(this::next),
                                plan.nextDecisionTime().stream())
                        .min(Instant::compareTo);
        if (next.isEmpty() || next.get().isAfter(Scripts.START.plus(Duration.ofDays(3_000)))) {
            return false;
        }
        now = next.get().isAfter(now) ? next.get() : now;
        List<Change> changes = new ArrayList<>();
        for (RunningWorkload runningWorkload : clusterSnapshot.running()) {
            if (!next(runningWorkload).isAfter(now)) {
                changes.add(over(runningWorkload));
            }
        }
        happen(changes.toArray(Change[]::new));
        return true;
    }

    private Instant next(RunningWorkload runningWorkload) {
        return runningWorkload
                .departure()
                .map(RunningWorkload.Departure::by)
                .orElseGet(() -> end(runningWorkload));
    }

    private Change over(RunningWorkload runningWorkload) {
        if (runningWorkload.departure().isEmpty()) {
            return new Change.Ended(runningWorkload.id());
        }
        return runningWorkload.departure().get().to().isPresent()
                ? new Change.Moved(
                        runningWorkload.id(),
                        runningWorkload.retainedWork().plus(ran(runningWorkload)))
                : new Change.Requeued(runningWorkload.id(), kept(runningWorkload));
    }

    private Instant end(RunningWorkload runningWorkload) {
        if (runningWorkload.workload().times().runtime().isEndless()) {
            return Instant.MAX;
        }
        Duration left = truth(runningWorkload).minus(runningWorkload.retainedWork());
        return runningWorkload.since().plus(left.isNegative() ? Duration.ZERO : left);
    }

    /** More than 100 percent is an estimate that was passed. */
    private Duration truth(RunningWorkload runningWorkload) {
        var runtimeEstimate = runningWorkload.workload().times().runtime();
        int percent = truths.getOrDefault(runningWorkload.id(), 50);
        return runtimeEstimate
                .low()
                .plus(
                        runtimeEstimate
                                .high()
                                .minus(runtimeEstimate.low())
                                .multipliedBy(percent)
                                .dividedBy(100));
    }

    private Duration ran(RunningWorkload runningWorkload) {
        return Duration.between(runningWorkload.since(), now);
    }

    private Duration kept(RunningWorkload runningWorkload) {
        return runningWorkload.workload().attributes().checkpoints()
                ? runningWorkload
                        .retainedWork()
                        .plus(
                                runningWorkload
                                        .lastCheckpoint()
                                        .map(at -> Duration.between(runningWorkload.since(), at))
                                        .filter(span -> !span.isNegative())
                                        .orElse(Duration.ZERO))
                : Duration.ZERO;
    }
}
