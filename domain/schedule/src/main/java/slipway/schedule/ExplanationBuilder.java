package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.schedule.decision.Decision;
import slipway.schedule.decision.Explanation;
import slipway.schedule.decision.Forecast;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulableWorkload.Priority;

/** Builds an explanation: each part is a call of the same functions that decide. */
final class ExplanationBuilder {

    private static final int MAX_SUGGESTIONS = 3;
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofMinutes(30);

    private final ClusterSnapshot clusterSnapshot;
    private final Instant now;
    private final Duration horizon;

    ExplanationBuilder(ClusterSnapshot clusterSnapshot, Instant now, Duration horizon) {
        this.clusterSnapshot = clusterSnapshot;
        this.now = now;
        this.horizon = horizon;
    }

    Explanation explain(SchedulableWorkload schedulableWorkload) {
        Schedule plan = Scheduler.decide(clusterSnapshot, now);
        Decision decision = plan.decision(schedulableWorkload.id()).orElseThrow();
        ClusterIndex clusterIndex = plan.clusterIndex();
        String free = describeFree(clusterIndex, schedulableWorkload);
        String quota = describeQuota(clusterIndex, schedulableWorkload);
        Forecast forecast =
                Scheduler.forecast(clusterSnapshot, Set.of(schedulableWorkload.id()), horizon, now);
        List<Explanation.Suggestion> suggestions =
                decision instanceof Decision.Wait
                        ? suggestions(schedulableWorkload, forecast)
                        : List.of();
        return new Explanation(
                schedulableWorkload,
                decision,
                forecast,
                free,
                quota,
                suggestions,
                displaced(plan, schedulableWorkload.id()));
    }

    private static List<Decision> displaced(Schedule plan, WorkloadId id) {
        return plan.actions().stream().filter(each -> isFor(each, id)).toList();
    }

    private static boolean isFor(Decision decision, WorkloadId id) {
        return switch (decision) {
            case Decision.Preempt(_, var because, _) ->
                    switch (because) {
                        case Decision.Reason.Reclaimed(var by) -> by.equals(id);
                        case Decision.Reason.Outranked(var by) -> by.equals(id);
                        case Decision.Reason.Overtaken(var by) -> by.equals(id);
                        case Decision.Reason.BackfillWindowEnded(var by) -> by.equals(id);
                        case Decision.Reason.Booked _ -> false;
                    };
            case Decision.Migrate(_, _, var because, _) -> because.equals(id);
            case Decision.Start _, Decision.Resize _, Decision.Wait _, Decision.Stay _ -> false;
        };
    }

    private static String describeFree(
            ClusterIndex clusterIndex, SchedulableWorkload schedulableWorkload) {
        RequestClass requestClass = clusterIndex.requestClass(schedulableWorkload.request());
        boolean cpuOnly = schedulableWorkload.request().accelerators().count() == 0;
        Map<String, Integer> byType = new LinkedHashMap<>();
        for (NodePool nodePool : requestClass.pools()) {
            for (NodeState nodeState : nodePool.nodes) {
                if (nodeState.isReady() && !requestClass.excludes(nodeState)) {
                    byType.merge(
                            cpuOnly ? "processors" : nodePool.type(),
                            cpuOnly ? nodeState.cpus() : nodeState.totalFreeThousandths(),
                            Integer::sum);
                }
            }
        }
        List<String> parts = new ArrayList<>();
        byType.forEach((type, free) -> parts.add(Format.acceleratorThousandths(free, type)));
        return parts.isEmpty() ? "none" : Format.list(parts);
    }

    private static String describeQuota(
            ClusterIndex clusterIndex, SchedulableWorkload schedulableWorkload) {
        TeamShare teamShare = clusterIndex.teamShare(schedulableWorkload.team()).orElseThrow();
        List<String> parts = new ArrayList<>();
        for (String type : clusterIndex.requestClass(schedulableWorkload.request()).types()) {
            teamShare
                    .guarantor(type)
                    .ifPresent(
                            by ->
                                    parts.add(
                                            "%s has %s, %s guaranteed"
                                                    .formatted(
                                                            by.name(),
                                                            Format.acceleratorThousandths(
                                                                    by.allocated(type), type),
                                                            Format.number(
                                                                    by.guarantee(type) / 1e3))));
        }
        return parts.isEmpty() ? "" : Format.list(parts);
    }

    // Suggestions.

    private List<Explanation.Suggestion> suggestions(
            SchedulableWorkload schedulableWorkload, Forecast forecast) {
        Optional<Instant> planned = forecast.of(schedulableWorkload.id()).map(Forecast.Window::at);
        Duration sooner = planned.map(at -> Duration.between(now, at)).orElse(horizon);
        return options(schedulableWorkload).entrySet().parallelStream()
                .flatMap(
                        option ->
                                startWithin(option.getValue(), sooner).stream()
                                        .filter(start -> isSooner(start, planned))
                                        .map(
                                                start ->
                                                        new Explanation.Suggestion(
                                                                option.getKey(), start)))
                .limit(MAX_SUGGESTIONS)
                .toList();
    }

    private static boolean isSooner(Forecast.Window start, Optional<Instant> planned) {
        return planned.isEmpty() || start.at().isBefore(planned.get());
    }

    /** The changes that an owner can make, the smallest first. */
    private Map<String, SchedulableWorkload> options(SchedulableWorkload schedulableWorkload) {
        Map<String, SchedulableWorkload> options = new LinkedHashMap<>();
        ResourceRequest resourceRequest = schedulableWorkload.request();
        if (!schedulableWorkload.attributes().checkpoints()) {
            options.put(
                    "--checkpoint 30m",
                    schedulableWorkload.withAttributes(
                            schedulableWorkload
                                    .attributes()
                                    .withCheckpointInterval(CHECKPOINT_INTERVAL)));
        }
        putHalfSizes(options, schedulableWorkload);
        if (offersMore(resourceRequest, resourceRequest.ofTypes())) {
            options.put(
                    "any type of accelerator",
                    schedulableWorkload.withRequest(resourceRequest.ofTypes()));
        }
        ResourceRequest spot =
                resourceRequest.withConstraints(
                        new ResourceRequest.NodeConstraints(
                                true,
                                resourceRequest.constraints().labels(),
                                resourceRequest.constraints().excluded()));
        if (offersMore(resourceRequest, spot)) {
            options.put("--spot", schedulableWorkload.withRequest(spot));
        }
        if (schedulableWorkload.attributes().priority().level() < Priority.HIGH.level()) {
            options.put(
                    "--priority high",
                    schedulableWorkload.withAttributes(
                            schedulableWorkload.attributes().withPriority(Priority.HIGH)));
        }
        return options;
    }

    /** Half of the accelerators or nodes, for the time that the work then takes. */
    private static void putHalfSizes(
            Map<String, SchedulableWorkload> options, SchedulableWorkload schedulableWorkload) {
        ResourceRequest resourceRequest = schedulableWorkload.request();
        ResourceRequest.AcceleratorRequest accelerators = resourceRequest.accelerators();
        if (accelerators.count() > 1) {
            int half = accelerators.count() / 2;
            options.put(
                    "--gpus " + half,
                    schedulableWorkload.resized(
                            resourceRequest.withAccelerators(
                                    new ResourceRequest.AcceleratorRequest(
                                            accelerators.types(),
                                            half,
                                            accelerators.thousandths())),
                            Math.ceilDiv(accelerators.count(), half)));
        }
        if (resourceRequest.gang().nodes() > 1 && !resourceRequest.gang().isElastic()) {
            int half = resourceRequest.gang().nodes() / 2;
            int slowdown = Math.ceilDiv(resourceRequest.gang().nodes(), half);
            options.put(
                    "--nodes " + half,
                    schedulableWorkload.resized(resourceRequest.withNodes(half), slowdown));
        }
    }

    /** Whether there are nodes that suit the other request and not this one. */
    private boolean offersMore(ResourceRequest resourceRequest, ResourceRequest other) {
        return clusterSnapshot.nodes().stream()
                .anyMatch(
                        node ->
                                node.condition() == Node.Condition.READY
                                        && !other.constraints().excluded().containsKey(node.name())
                                        && node.suits(other)
                                        && !node.suits(resourceRequest));
    }

    /** Runs only the middle forecast: three for each option would take too long for an interactive answer. */
    private Optional<Forecast.Window> startWithin(SchedulableWorkload changed, Duration within) {
        Forecast.Run run =
                new ForwardRun(with(changed), now, within, RuntimeEstimate::middle)
                        .until(Set.of(changed.id()), 0);
        return Optional.ofNullable(run.starts().get(changed.id()))
                .map(
                        start ->
                                new Forecast.Window(
                                        start.at(),
                                        start.at(),
                                        Optional.of(start.at()),
                                        start.placement()));
    }

    private ClusterSnapshot with(SchedulableWorkload changed) {
        return with(clusterSnapshot, changed);
    }

    /** The same snapshot with one pending workload changed, or added. */
    static ClusterSnapshot with(ClusterSnapshot clusterSnapshot, SchedulableWorkload changed) {
        List<PendingWorkload> waiting = new ArrayList<>(clusterSnapshot.pending());
        waiting.removeIf(each -> each.id().equals(changed.id()));
        waiting.add(PendingWorkload.of(changed));
        return clusterSnapshot.pending(waiting);
    }
}
