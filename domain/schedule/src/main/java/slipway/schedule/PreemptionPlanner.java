package slipway.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;

/**
 * Plans preemption: which running jobs to stop so that a pending job fits. On each node it selects the jobs that lose
 * the least work until the request fits, then drops those that turned out not to be needed; of the nodes it chooses
 * those with the lowest total loss. An elastic gang is shrunk before any job is stopped, because that loses nothing.
 *
 * <p>If the request fits with all preemptible jobs gone, a plan is found: the search covers every node.
 */
final class PreemptionPlanner {

    private final PreemptionCandidates preemptionCandidates;
    private final long now;

    PreemptionPlanner(PreemptionCandidates preemptionCandidates, long now) {
        this.preemptionCandidates = preemptionCandidates;
        this.now = now;
    }

    /** One node's part of the plan. */
    private record NodePlan(
            NodeState node,
            long mask,
            List<PreemptionCandidates.Victim> victims,
            double cost,
            long from) {

        private NodeAllocation allocation(RequestClass requestClass) {
            int thousandths = node.node.devices().roundUp(requestClass.thousandths);
            return new NodeAllocation(node.node.name(), mask, thousandths);
        }

        /** The victims that are not departing yet. */
        private List<PreemptionCandidates.Victim> victimsToNotify() {
            return victims.stream().filter(victim -> !victim.job().departing()).toList();
        }
    }

    /** The cheapest plan, at once if possible, else when the minimum run of the victims ends. */
    Optional<PreemptionPlan> plan(PlacementRequest placementRequest) {
        return plan(placementRequest, preemptionCandidates.victimsFor(placementRequest));
    }

    /** Plans with other victims than those that may be preempted. */
    Optional<PreemptionPlan> plan(
            PlacementRequest placementRequest,
            Map<NodeState, List<PreemptionCandidates.Victim>> there) {
        if (there.isEmpty() && !placementRequest.withinGuarantee()) {
            return Optional.empty();
        }
        RequestClass requestClass = placementRequest.requestClass();
        for (int nodes = requestClass.nodes();
                nodes >= requestClass.request().gang().minNodes();
                nodes--) {
            Optional<PreemptionPlan> plan = plan(placementRequest, available(there, true), nodes);
            if (plan.isEmpty() && hasLaterVictims(there)) {
                plan = plan(placementRequest, available(there, false), nodes);
            }
            if (plan.isPresent()) {
                return plan;
            }
        }
        return Optional.empty();
    }

    /** Whether all victims on these nodes can still be preempted by then. */
    boolean isStillPossible(PlacementRequest placementRequest, List<NodeState> nodes, long by) {
        Map<NodeState, List<PreemptionCandidates.Victim>> there =
                preemptionCandidates.victimsFor(placementRequest);
        return nodes.stream()
                .allMatch(
                        nodeState ->
                                nodePlan(
                                                placementRequest,
                                                nodeState,
                                                there.getOrDefault(nodeState, List.of()))
                                        .filter(nodePlan -> nodePlan.from <= by)
                                        .isPresent());
    }

    private Optional<PreemptionPlan> plan(
            PlacementRequest placementRequest,
            Map<NodeState, List<PreemptionCandidates.Victim>> able,
            int nodes) {
        var teamLimits = new TeamLimits(placementRequest, able.values());
        for (String type : placementRequest.requestClass().types()) {
            List<NodePlan> nodePlans = nodePlans(placementRequest, type, nodes, able, teamLimits);
            List<NodePlan> chosen = choose(nodePlans, placementRequest.requestClass(), nodes);
            if (!chosen.isEmpty()) {
                Optional<PreemptionPlan> plan =
                        teamLimits
                                .withinLimits(
                                        combine(chosen, placementRequest.requestClass()), type)
                                .filter(
                                        found ->
                                                found.hasVictims()
                                                        || needsReservation(
                                                                chosen, type, placementRequest))
                                .filter(
                                        found ->
                                                bookingsAllow(
                                                        chosen, placementRequest, found.from()));
                if (plan.isPresent()) {
                    return plan;
                }
            }
        }
        return Optional.empty();
    }

    /** Whether bookings allow the job on these nodes when it starts. */
    private boolean bookingsAllow(
            List<NodePlan> chosen, PlacementRequest placementRequest, long at) {
        PlacementRequest then =
                placementRequest.at(Math.max(now, at) + preemptionCandidates.notice());
        return chosen.stream().allMatch(nodePlan -> then.mayRunOn(nodePlan.node));
    }

    /** Capacity that departing jobs release is reserved only for a job within its guarantee. */
    private static boolean needsReservation(
            List<NodePlan> chosen, String type, PlacementRequest placementRequest) {
        int more =
                chosen.stream()
                        .mapToInt(
                                nodePlan ->
                                        nodePlan.allocation(placementRequest.requestClass())
                                                .totalThousandths())
                        .sum();
        return placementRequest.withinGuarantee()
                && (chosen.stream().anyMatch(nodePlan -> !nodePlan.victims.isEmpty())
                        || !placementRequest.limitsAllow(type, more, FreedQuota.NONE));
    }

    private boolean hasLaterVictims(Map<NodeState, List<PreemptionCandidates.Victim>> there) {
        return there.values().stream().flatMap(List::stream).anyMatch(each -> each.from() > now);
    }

    private Map<NodeState, List<PreemptionCandidates.Victim>> available(
            Map<NodeState, List<PreemptionCandidates.Victim>> there, boolean atOnce) {
        Map<NodeState, List<PreemptionCandidates.Victim>> able = new LinkedHashMap<>();
        there.forEach(
                (nodeState, victims) ->
                        able.put(
                                nodeState,
                                victims.stream()
                                        .filter(victim -> !atOnce || victim.from() <= now)
                                        .sorted(PreemptionCandidates.LEAST_LOST)
                                        .toList()));
        return able;
    }

    private List<NodePlan> nodePlans(
            PlacementRequest placementRequest,
            String type,
            int nodes,
            Map<NodeState, List<PreemptionCandidates.Victim>> there,
            TeamLimits teamLimits) {
        List<NodePlan> nodePlans = new ArrayList<>();
        for (NodePool nodePool : placementRequest.requestClass().pools()) {
            if (nodePool.type().equals(type)
                    && placementRequest.quotaAllows(nodePool, nodes, teamLimits.ifAllDeparted())) {
                for (NodeState nodeState : there.keySet()) {
                    if (nodeState.pool == nodePool && nodeState.isReady()) {
                        nodePlan(
                                        placementRequest,
                                        nodeState,
                                        there.getOrDefault(nodeState, List.of()))
                                .ifPresent(nodePlans::add);
                    }
                }
                if (nodes > 1 || !placementRequest.quotaAllows(nodePool, nodes)) {
                    nodesWithoutVictims(placementRequest, nodePool, there).forEach(nodePlans::add);
                }
            }
        }
        return nodePlans;
    }

    /** Nodes without victims: for a gang, or where only a limit blocks the job. */
    private List<NodePlan> nodesWithoutVictims(
            PlacementRequest placementRequest,
            NodePool nodePool,
            Map<NodeState, List<PreemptionCandidates.Victim>> there) {
        List<NodePlan> nodePlans = new ArrayList<>();
        for (NodeState nodeState :
                nodePool.withAtLeastFree(placementRequest.requestClass().count)) {
            if (!there.containsKey(nodeState)) {
                nodePlan(placementRequest, nodeState, List.of()).ifPresent(nodePlans::add);
            }
        }
        return nodePlans;
    }

    private Optional<NodePlan> nodePlan(
            PlacementRequest placementRequest,
            NodeState nodeState,
            List<PreemptionCandidates.Victim> able) {
        if (!placementRequest.mayRunOn(nodeState)
                || !mayBeEnough(placementRequest.requestClass(), nodeState, able)) {
            return Optional.empty();
        }
        var trial = new NodeTrial(placementRequest, nodeState);
        List<PreemptionCandidates.Victim> selected = new ArrayList<>();
        for (PreemptionCandidates.Victim victim : able) {
            if (trial.enough()) {
                break;
            }
            trial.release(victim);
            selected.add(victim);
        }
        if (!trial.enough()) {
            return Optional.empty();
        }
        dropUnneeded(trial, selected);
        double cost = selected.stream().mapToDouble(PreemptionCandidates.Victim::cost).sum();
        long at = selected.stream().mapToLong(PreemptionCandidates.Victim::from).max().orElse(now);
        return Optional.of(
                new NodePlan(
                        nodeState,
                        trial.chosenMask(),
                        List.copyOf(selected),
                        cost,
                        Math.max(at, now)));
    }

    /** A cheap check that skips most nodes: whether the job would fit if all victims left. */
    private static boolean mayBeEnough(
            RequestClass requestClass,
            NodeState nodeState,
            List<PreemptionCandidates.Victim> able) {
        long mask = nodeState.freeMask();
        for (PreemptionCandidates.Victim victim : able) {
            mask |= victim.mask();
        }
        return requestClass.request().isFraction() || Long.bitCount(mask) >= requestClass.count;
    }

    private static void dropUnneeded(NodeTrial trial, List<PreemptionCandidates.Victim> selected) {
        for (int last = selected.size() - 1; last >= 0; last--) {
            trial.restore(selected.get(last));
            if (trial.enough()) {
                selected.remove(last);
            } else {
                trial.release(selected.get(last));
            }
        }
    }

    private static List<NodePlan> choose(
            List<NodePlan> nodePlans, RequestClass requestClass, int nodes) {
        TopologyDomain within = requestClass.request().gang().within();
        if (nodePlans.size() < nodes) {
            return List.of();
        }
        if (nodes == 1) {
            return List.of(nodePlans.stream().min(CHEAPEST).orElseThrow());
        }
        List<NodePlan> inRack = cheapest(nodePlans, nodes, nodePlan -> nodePlan.node.rack);
        if (!inRack.isEmpty() || within == TopologyDomain.RACK) {
            return inRack;
        }
        List<NodePlan> inPod = cheapest(nodePlans, nodes, nodePlan -> nodePlan.node.pod);
        if (!inPod.isEmpty() || within == TopologyDomain.POD) {
            return inPod;
        }
        return cheapest(nodePlans, nodes, _ -> 0);
    }

    private static final Comparator<NodePlan> CHEAPEST =
            Comparator.<NodePlan>comparingDouble(nodePlan -> nodePlan.cost)
                    .thenComparingLong(nodePlan -> nodePlan.from)
                    .thenComparingInt(nodePlan -> nodePlan.victims.size())
                    .thenComparingInt(nodePlan -> nodePlan.node.freeAccelerators())
                    .thenComparingInt(nodePlan -> nodePlan.node.index);

    private static List<NodePlan> cheapest(
            List<NodePlan> nodePlans, int nodes, ToIntFunction<NodePlan> domain) {
        Map<Integer, List<NodePlan>> domains = new HashMap<>();
        nodePlans.forEach(
                nodePlan ->
                        domains.computeIfAbsent(domain.applyAsInt(nodePlan), _ -> new ArrayList<>())
                                .add(nodePlan));
        List<NodePlan> best = List.of();
        double least = Double.POSITIVE_INFINITY;
        for (List<NodePlan> here : domains.values()) {
            if (here.size() >= nodes) {
                List<NodePlan> first = here.stream().sorted(CHEAPEST).limit(nodes).toList();
                double cost = first.stream().mapToDouble(NodePlan::cost).sum();
                if (cost < least
                        || (cost == least
                                && first.getFirst().node.index < best.getFirst().node.index)) {
                    least = cost;
                    best = first;
                }
            }
        }
        return best;
    }

    private static PreemptionPlan combine(List<NodePlan> nodePlans, RequestClass requestClass) {
        Set<RunningJob> stopped = new LinkedHashSet<>();
        Map<RunningJob, Set<String>> shrunk = new LinkedHashMap<>();
        List<NodeAllocation> allocations = new ArrayList<>();
        long at = 0;
        for (NodePlan nodePlan : nodePlans) {
            allocations.add(nodePlan.allocation(requestClass));
            at = Math.max(at, nodePlan.from);
            for (PreemptionCandidates.Victim victim : nodePlan.victimsToNotify()) {
                shrunk.computeIfAbsent(victim.job(), _ -> new LinkedHashSet<>())
                        .add(nodePlan.node.node.name());
            }
        }
        shrunk.entrySet()
                .removeIf(
                        entry -> {
                            boolean stops = !entry.getKey().canShrinkBy(entry.getValue().size());
                            if (stops) {
                                stopped.add(entry.getKey());
                            }
                            return stops;
                        });
        return new PreemptionPlan(new Placement(allocations), List.copyOf(stopped), shrunk, at);
    }
}
