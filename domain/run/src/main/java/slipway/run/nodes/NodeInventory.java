package slipway.run.nodes;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.Engine;
import slipway.run.engine.ForeignJob;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.TeamQuotas;

/** The nodes of an engine, and what foreign jobs hold of them. */
public final class NodeInventory {

    /** The team to which the scheduler attributes foreign jobs. They are within its quota, so none is preempted. */
    public static final TeamId FOREIGN = new TeamId("not-ours");

    /** The first exclusion of a node lasts this long; it doubles each time until an attempt starts there. */
    private static final Duration FIRST_EXCLUSION = Duration.ofSeconds(30);

    private static final int MOST_DOUBLED = 6;
    private static final Duration UNLIMITED = Duration.ofDays(3_650);

    private final Engine engine;
    private final Predicate<String> drained;
    private final Map<String, Exclusion> exclusions = new ConcurrentHashMap<>();

    private record Exclusion(int times, Instant until) {}

    /** @param drained tells whether a user drained the node */
    public NodeInventory(Engine engine, Predicate<String> drained) {
        this.engine = engine;
        this.drained = drained;
    }

    /** All nodes as the engine reports them. */
    public List<Node> all() {
        return engine.nodes().stream().map(DiscoveredNode::node).toList();
    }

    /** All nodes; those that get no new work now are drained. */
    public List<Node> nodes(Instant now) {
        return all().stream()
                .map(node -> isExcluded(node.name(), now) ? drained(node) : node)
                .toList();
    }

    private static Node drained(Node node) {
        return node.condition() == Node.Condition.READY
                ? node.withCondition(Node.Condition.DRAINED)
                : node;
    }

    private boolean isExcluded(String node, Instant now) {
        return drained.test(node)
                || Optional.ofNullable(exclusions.get(node))
                        .filter(out -> out.until.isAfter(now))
                        .isPresent();
    }

    /** Excludes nodes that kept an attempt queued although they had capacity by the plan. */
    public void exclude(Placement placement, Instant now) {
        for (NodeAllocation allocation : placement.seats()) {
            exclusions.compute(
                    allocation.node(),
                    (_, before) -> {
                        int times = before == null ? 0 : Math.min(before.times + 1, MOST_DOUBLED);
                        return new Exclusion(
                                times, now.plus(FIRST_EXCLUSION.multipliedBy(1L << times)));
                    });
        }
    }

    /** Ends the exclusion of nodes where an attempt started. */
    public void started(Placement placement) {
        placement.seats().forEach(allocation -> exclusions.remove(allocation.node()));
    }

    // Foreign jobs.

    public List<ForeignJob> foreignJobs() {
        return engine.foreignJobs();
    }

    /** What foreign jobs hold beside our workloads. */
    public List<RunningWorkload> foreignWorkloads(
            List<ForeignJob> foreignJobs, List<Node> on, Collection<Placement> ours, Instant now) {
        Map<String, Node> nodes =
                on.stream().collect(Collectors.toMap(Node::name, Function.identity()));
        var deviceNumbering = new DeviceNumbering();
        ours.forEach(deviceNumbering::reserve);
        List<RunningWorkload> running = new ArrayList<>();
        for (ForeignJob each : foreignJobs) {
            if (each.placement().seats().stream()
                    .map(NodeAllocation::node)
                    .allMatch(nodes::containsKey)) {
                var id = new WorkloadId(FOREIGN + "-" + running.size());
                running.add(
                        running(id, each, deviceNumbering.assign(each.placement(), nodes), now));
            }
        }
        return running;
    }

    /** It is never preempted; its end, if known, is the latest possible one. */
    private static RunningWorkload running(
            WorkloadId id, ForeignJob foreignJob, Placement place, Instant now) {
        NodeAllocation first = place.seats().getFirst();
        var resourceRequest =
                ResourceRequest.of(first.count())
                        .withNodes(place.nodes())
                        .withMachine(foreignJob.machine())
                        .withAccelerators(
                                new ResourceRequest.AcceleratorRequest(
                                        List.of(), first.count(), first.thousandths()));
        RuntimeEstimate runtimeEstimate =
                foreignJob
                        .until()
                        .map(until -> Duration.between(now, until))
                        .map(rest -> rest.isNegative() ? Duration.ZERO : rest)
                        .map(
                                rest ->
                                        RuntimeEstimate.of(
                                                rest, rest, rest, RuntimeEstimate.Source.LIMIT))
                        .orElse(RuntimeEstimate.ENDLESS);
        var manner =
                new SchedulableWorkload.Attributes(
                        SchedulableWorkload.Kind.SERVICE,
                        SchedulableWorkload.Priority.CRITICAL,
                        Optional.empty(),
                        UNLIMITED);
        var schedulableWorkload =
                SchedulableWorkload.of(
                                id,
                                FOREIGN,
                                resourceRequest,
                                SchedulableWorkload.Times.of(now, runtimeEstimate))
                        .withAttributes(manner);
        return RunningWorkload.of(schedulableWorkload, place, now);
    }

    /** The teams, with the team of the foreign jobs, which owns what they hold. */
    public static List<TeamQuotas> withForeignTeam(
            List<RunningWorkload> foreign, List<Node> on, List<TeamQuotas> teams) {
        if (foreign.isEmpty()
                || teams.stream().anyMatch(teamQuotas -> teamQuotas.id().equals(FOREIGN))) {
            return teams;
        }
        Map<String, String> types = new HashMap<>();
        on.forEach(node -> types.put(node.name(), node.devices().type()));
        Map<String, Integer> held = new TreeMap<>();
        foreign.stream()
                .flatMap(each -> each.placement().seats().stream())
                .forEach(
                        allocation ->
                                held.merge(
                                        types.getOrDefault(allocation.node(), TeamQuotas.ANY),
                                        allocation.count(),
                                        Integer::sum));
        TeamQuotas theirs = TeamQuotas.of(FOREIGN);
        for (var each : held.entrySet()) {
            theirs = theirs.withQuota(each.getKey(), TeamQuotas.Quota.of(each.getValue()));
        }
        List<TeamQuotas> all = new ArrayList<>(teams);
        all.add(theirs);
        return all;
    }
}
