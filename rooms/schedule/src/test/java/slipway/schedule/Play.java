package slipway.schedule;

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
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Running;
import slipway.schedule.picture.Waiting;

/** Carries a script out, as an engine would: what is started runs, what is told to go has gone when its notice ends. */
final class Play {

    private final Map<WorkloadId, Integer> truths = new HashMap<>();
    private final Consumer<Scene> watcher;
    private final List<String> diary = new ArrayList<>();
    private Plan plan;
    private Instant now = Scripts.START;

    /** One plan, with what led to it. */
    record Scene(Cluster before, List<Change> changes, Instant now, Plan plan, Cluster after) {}

    Play(Script script, Consumer<Scene> watcher) {
        this.watcher = watcher;
        this.plan = Scheduler.decide(script.start(), now);
        for (Script.Step step : script.steps()) {
            step(step);
        }
    }

    Plan plan() {
        return plan;
    }

    Instant now() {
        return now;
    }

    private void step(Script.Step step) {
        Cluster cluster = plan.cluster();
        switch (step) {
            case Script.Step.Advance() -> advance();
            case Script.Step.Submit(var workload, var truth) -> {
                truths.put(workload.id(), truth);
                happen(new Change.Submitted(workload));
            }
            case Script.Step.Cancel(var pick) ->
                    pick(everybody(cluster), pick).ifPresent(id -> happen(new Change.Ended(id)));
            case Script.Step.Fail(var node) -> fail(node(cluster, node));
            case Script.Step.Drain(var node) ->
                    happen(new Change.Changed(node(cluster, node).becomes(Node.Condition.DRAINED)));
            case Script.Step.Repair(var node) ->
                    happen(new Change.Changed(node(cluster, node).becomes(Node.Condition.READY)));
            case Script.Step.Save(var pick) ->
                    pick(cluster.running().stream().map(Running::id).toList(), pick)
                            .ifPresent(id -> happen(new Change.Saved(id, now)));
            case Script.Step.Rank(var pick, var rank) ->
                    pick(everybody(cluster), pick)
                            .ifPresent(id -> happen(new Change.Ranked(id, rank)));
        }
    }

    private static Node node(Cluster cluster, int number) {
        return cluster.nodes().get(number % cluster.nodes().size());
    }

    private static List<WorkloadId> everybody(Cluster cluster) {
        return Stream.concat(
                        cluster.running().stream().map(Running::id),
                        cluster.waiting().stream().map(Waiting::id))
                .toList();
    }

    private static <T> Optional<T> pick(List<T> of, int number) {
        return of.isEmpty() ? Optional.empty() : Optional.of(of.get(number % of.size()));
    }

    /** The node is gone, and whoever was on it waits again. */
    private void fail(Node node) {
        List<Change> changes = new ArrayList<>();
        changes.add(new Change.Changed(node.becomes(Node.Condition.FAILED)));
        for (Running running : plan.cluster().running()) {
            boolean hit =
                    Stream.concat(
                                    Stream.of(running.placement()),
                                    running.leaving().flatMap(Running.Leaving::to).stream())
                            .flatMap(place -> place.seats().stream())
                            .anyMatch(seat -> seat.node().equals(node.name()));
            if (hit) {
                changes.add(new Change.Left(running.id(), kept(running)));
            }
        }
        happen(changes.toArray(Change[]::new));
    }

    private void happen(Change... changes) {
        List<Change> all = List.of(changes);
        Cluster before = plan.cluster();
        plan = Scheduler.next(plan, all, now);
        watch(new Scene(before, all, now, plan, plan.cluster()));
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
    boolean advance() {
        Cluster cluster = plan.cluster();
        Optional<Instant> next =
                Stream.concat(cluster.running().stream().map(this::next), plan.nextLook().stream())
                        .min(Instant::compareTo);
        if (next.isEmpty() || next.get().isAfter(Scripts.START.plus(Duration.ofDays(3_000)))) {
            return false;
        }
        now = next.get().isAfter(now) ? next.get() : now;
        List<Change> changes = new ArrayList<>();
        for (Running running : cluster.running()) {
            if (!next(running).isAfter(now)) {
                changes.add(over(running));
            }
        }
        happen(changes.toArray(Change[]::new));
        return true;
    }

    private Instant next(Running running) {
        return running.leaving().map(Running.Leaving::by).orElseGet(() -> end(running));
    }

    private Change over(Running running) {
        if (running.leaving().isEmpty()) {
            return new Change.Ended(running.id());
        }
        return running.leaving().get().to().isPresent()
                ? new Change.Moved(running.id(), running.done().plus(ran(running)))
                : new Change.Left(running.id(), kept(running));
    }

    private Instant end(Running running) {
        if (running.workload().times().span().endless()) {
            return Instant.MAX;
        }
        Duration left = truth(running).minus(running.done());
        return running.since().plus(left.isNegative() ? Duration.ZERO : left);
    }

    /** More than 100 percent is an estimate that was passed. */
    private Duration truth(Running running) {
        var span = running.workload().times().span();
        int percent = truths.getOrDefault(running.id(), 50);
        return span.low().plus(span.high().minus(span.low()).multipliedBy(percent).dividedBy(100));
    }

    private Duration ran(Running running) {
        return Duration.between(running.since(), now);
    }

    private Duration kept(Running running) {
        return running.workload().manner().checkpoints()
                ? running.done()
                        .plus(
                                running.saved()
                                        .map(at -> Duration.between(running.since(), at))
                                        .filter(span -> !span.isNegative())
                                        .orElse(Duration.ZERO))
                : Duration.ZERO;
    }
}
