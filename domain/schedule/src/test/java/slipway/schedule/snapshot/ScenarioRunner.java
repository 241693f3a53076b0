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
import slipway.schedule.EventScript;
import slipway.schedule.EventScripts;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.ScenarioFormat;

/** Runs a script as an engine would: started jobs run, and preempted jobs leave when their notice ends. */
public final class ScenarioRunner {

    private final Map<WorkloadId, Integer> actualRuntimePercents = new HashMap<>();
    private final Consumer<Observation> watcher;
    private final List<String> log = new ArrayList<>();
    private Schedule schedule;
    private Instant now = EventScripts.START;

    /** One schedule, with what led to it. */
    public record Observation(
            ClusterSnapshot before,
            List<Change> changes,
            Instant now,
            Schedule plan,
            ClusterSnapshot after) {}

    public ScenarioRunner(EventScript script, Consumer<Observation> watcher) {
        this.watcher = watcher;
        this.schedule = Scheduler.decide(script.start(), now);
        for (EventScript.Step step : script.steps()) {
            step(step);
        }
    }

    public Schedule schedule() {
        return schedule;
    }

    public Instant now() {
        return now;
    }

    private void step(EventScript.Step step) {
        ClusterSnapshot clusterSnapshot = schedule.snapshot();
        switch (step) {
            case EventScript.Step.Advance() -> advance();
            case EventScript.Step.Submit(var schedulableWorkload, var truth) -> {
                actualRuntimePercents.put(schedulableWorkload.id(), truth);
                apply(new Change.Submitted(schedulableWorkload));
            }
            case EventScript.Step.Cancel(var pick) ->
                    pick(allIds(clusterSnapshot), pick)
                            .ifPresent(id -> apply(new Change.Ended(id)));
            case EventScript.Step.Fail(var node) -> fail(node(clusterSnapshot, node));
            case EventScript.Step.Drain(var node) ->
                    apply(
                            new Change.NodeChanged(
                                    node(clusterSnapshot, node)
                                            .withCondition(Node.Condition.DRAINED)));
            case EventScript.Step.Repair(var node) ->
                    apply(
                            new Change.NodeChanged(
                                    node(clusterSnapshot, node)
                                            .withCondition(Node.Condition.READY)));
            case EventScript.Step.Save(var pick) ->
                    pick(clusterSnapshot.running().stream().map(RunningWorkload::id).toList(), pick)
                            .ifPresent(id -> apply(new Change.Checkpointed(id, now)));
            case EventScript.Step.Rank(var pick, var rank) ->
                    pick(allIds(clusterSnapshot), pick)
                            .ifPresent(id -> apply(new Change.Ranked(id, rank)));
        }
    }

    private static Node node(ClusterSnapshot clusterSnapshot, int number) {
        return clusterSnapshot.nodes().get(number % clusterSnapshot.nodes().size());
    }

    private static List<WorkloadId> allIds(ClusterSnapshot clusterSnapshot) {
        return Stream.concat(
                        clusterSnapshot.running().stream().map(RunningWorkload::id),
                        clusterSnapshot.pending().stream().map(PendingWorkload::id))
                .toList();
    }

    private static <T> Optional<T> pick(List<T> of, int number) {
        return of.isEmpty() ? Optional.empty() : Optional.of(of.get(number % of.size()));
    }

    /** The node fails, and its jobs are pending again. */
    private void fail(Node node) {
        List<Change> changes = new ArrayList<>();
        changes.add(new Change.NodeChanged(node.withCondition(Node.Condition.FAILED)));
        for (RunningWorkload runningWorkload : schedule.snapshot().running()) {
            boolean hit =
                    Stream.concat(
                                    Stream.of(runningWorkload.placement()),
                                    runningWorkload
                                            .departure()
                                            .flatMap(RunningWorkload.Departure::to)
                                            .stream())
                            .flatMap(place -> place.seats().stream())
                            .anyMatch(allocation -> allocation.node().equals(node.name()));
            if (hit) {
                changes.add(
                        new Change.Requeued(runningWorkload.id(), retainedWork(runningWorkload)));
            }
        }
        apply(changes.toArray(Change[]::new));
    }

    private void apply(Change... changes) {
        List<Change> all = List.of(changes);
        ClusterSnapshot before = schedule.snapshot();
        schedule = Scheduler.next(schedule, all, now);
        observe(new Observation(before, all, now, schedule, schedule.snapshot()));
    }

    private void observe(Observation scene) {
        log.add(ScenarioFormat.observation(scene));
        try {
            watcher.accept(scene);
        } catch (AssertionError failed) {
            throw new AssertionError(
                    failed.getMessage() + " after " + String.join(" / ", log), failed);
        }
    }

    /** Advances to the next end, departure or decision time; returns false if there is none. */
    public boolean advance() {
        ClusterSnapshot clusterSnapshot = schedule.snapshot();
        Optional<Instant> next =
                Stream.concat(
                                clusterSnapshot.running().stream().map(this::nextEvent),
                                schedule.nextDecisionTime().stream())
                        .min(Instant::compareTo);
        if (next.isEmpty() || next.get().isAfter(EventScripts.START.plus(Duration.ofDays(3_000)))) {
            return false;
        }
        now = next.get().isAfter(now) ? next.get() : now;
        List<Change> changes = new ArrayList<>();
        for (RunningWorkload runningWorkload : clusterSnapshot.running()) {
            if (!nextEvent(runningWorkload).isAfter(now)) {
                changes.add(ending(runningWorkload));
            }
        }
        apply(changes.toArray(Change[]::new));
        return true;
    }

    private Instant nextEvent(RunningWorkload runningWorkload) {
        return runningWorkload
                .departure()
                .map(RunningWorkload.Departure::by)
                .orElseGet(() -> end(runningWorkload));
    }

    private Change ending(RunningWorkload runningWorkload) {
        if (runningWorkload.departure().isEmpty()) {
            return new Change.Ended(runningWorkload.id());
        }
        return runningWorkload.departure().get().to().isPresent()
                ? new Change.Moved(
                        runningWorkload.id(),
                        runningWorkload.retainedWork().plus(elapsed(runningWorkload)))
                : new Change.Requeued(runningWorkload.id(), retainedWork(runningWorkload));
    }

    private Instant end(RunningWorkload runningWorkload) {
        if (runningWorkload.workload().times().runtime().isEndless()) {
            return Instant.MAX;
        }
        Duration left = actualRuntime(runningWorkload).minus(runningWorkload.retainedWork());
        return runningWorkload.since().plus(left.isNegative() ? Duration.ZERO : left);
    }

    /** More than 100 percent means that the estimate is outlived. */
    private Duration actualRuntime(RunningWorkload runningWorkload) {
        var runtimeEstimate = runningWorkload.workload().times().runtime();
        int percent = actualRuntimePercents.getOrDefault(runningWorkload.id(), 50);
        return runtimeEstimate
                .low()
                .plus(
                        runtimeEstimate
                                .high()
                                .minus(runtimeEstimate.low())
                                .multipliedBy(percent)
                                .dividedBy(100));
    }

    private Duration elapsed(RunningWorkload runningWorkload) {
        return Duration.between(runningWorkload.since(), now);
    }

    private Duration retainedWork(RunningWorkload runningWorkload) {
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
