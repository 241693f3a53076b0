package slipway.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import slipway.schedule.snapshot.Node.Devices;
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

    /**
     * What would be done.
     *
     * @param stopped who is told to stop, in a fixed order
     * @param shrunk which nodes elastic gangs give up
     * @param at from when on they may be told
     */
    record Room(
            Placement placement,
            List<RunningJob> stopped,
            Map<RunningJob, Set<String>> shrunk,
            long at) {

        boolean takesFromSomebody() {
            return !stopped.isEmpty() || !shrunk.isEmpty();
        }
    }

    /** One node's part in it. */
    private record Part(
            NodeState host,
            long mask,
            List<PreemptionCandidates.Victim> taken,
            double cost,
            long at) {

        private NodeAllocation seat(RequestClass requestClass) {
            int thousandths = host.node.devices().roundUp(requestClass.thousandths);
            return new NodeAllocation(host.node.name(), mask, thousandths);
        }

        /** Who has to be told: the others know already. */
        private List<PreemptionCandidates.Victim> told() {
            return taken.stream().filter(victim -> !victim.tenant().leaving()).toList();
        }
    }

    /** A place that can be cleared, at once if possible, else as soon as those in it have run long enough. */
    Optional<Room> room(PlacementRequest placementRequest) {
        return room(placementRequest, preemptionCandidates.against(placementRequest));
    }

    /** The same with others in the way than those that may be stopped. */
    Optional<Room> room(
            PlacementRequest placementRequest,
            Map<NodeState, List<PreemptionCandidates.Victim>> there) {
        if (there.isEmpty() && !placementRequest.within()) {
            return Optional.empty();
        }
        RequestClass requestClass = placementRequest.form();
        for (int nodes = requestClass.nodes();
                nodes >= requestClass.ask().gang().minNodes();
                nodes--) {
            Optional<Room> room = room(placementRequest, able(there, true), nodes);
            if (room.isEmpty() && isAnybodyLater(there)) {
                room = room(placementRequest, able(there, false), nodes);
            }
            if (room.isPresent()) {
                return room;
            }
        }
        return Optional.empty();
    }

    /** Whether everybody who is in the way on these hosts may still be told to go by then. */
    boolean isPossible(PlacementRequest placementRequest, List<NodeState> hosts, long by) {
        Map<NodeState, List<PreemptionCandidates.Victim>> there =
                preemptionCandidates.against(placementRequest);
        return hosts.stream()
                .allMatch(
                        nodeState ->
                                part(
                                                placementRequest,
                                                nodeState,
                                                there.getOrDefault(nodeState, List.of()))
                                        .filter(part -> part.at <= by)
                                        .isPresent());
    }

    private Optional<Room> room(
            PlacementRequest placementRequest,
            Map<NodeState, List<PreemptionCandidates.Victim>> able,
            int nodes) {
        var teamLimits = new TeamLimits(placementRequest, able.values());
        for (String type : placementRequest.form().types()) {
            List<Part> parts = parts(placementRequest, type, nodes, able, teamLimits);
            List<Part> chosen = choose(parts, placementRequest.form(), nodes);
            if (!chosen.isEmpty()) {
                Optional<Room> room =
                        teamLimits
                                .relieve(whole(chosen, placementRequest.form()), type)
                                .filter(
                                        found ->
                                                found.takesFromSomebody()
                                                        || isLeft(chosen, type, placementRequest))
                                .filter(found -> mayStand(chosen, placementRequest, found.at()));
                if (room.isPresent()) {
                    return room;
                }
            }
        }
        return Optional.empty();
    }

    /** Whether bookings let it be there when it comes. */
    private boolean mayStand(List<Part> chosen, PlacementRequest placementRequest, long at) {
        PlacementRequest then =
                placementRequest.at(Math.max(now, at) + preemptionCandidates.notice());
        return chosen.stream().allMatch(part -> then.mayStandOn(part.host));
    }

    /** What others leave anyway is only kept for whoever gets its own back. */
    private static boolean isLeft(
            List<Part> chosen, String type, PlacementRequest placementRequest) {
        int more =
                chosen.stream()
                        .mapToInt(part -> part.seat(placementRequest.form()).totalThousandths())
                        .sum();
        return placementRequest.within()
                && (chosen.stream().anyMatch(part -> !part.taken.isEmpty())
                        || !placementRequest.isAllowed(type, more, FreedQuota.NONE));
    }

    private boolean isAnybodyLater(Map<NodeState, List<PreemptionCandidates.Victim>> there) {
        return there.values().stream().flatMap(List::stream).anyMatch(each -> each.from() > now);
    }

    private Map<NodeState, List<PreemptionCandidates.Victim>> able(
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

    private List<Part> parts(
            PlacementRequest placementRequest,
            String type,
            int nodes,
            Map<NodeState, List<PreemptionCandidates.Victim>> there,
            TeamLimits teamLimits) {
        List<Part> parts = new ArrayList<>();
        for (NodePool nodePool : placementRequest.form().pools()) {
            if (nodePool.type().equals(type)
                    && placementRequest.mayHave(nodePool, nodes, teamLimits.atMost())) {
                for (NodeState nodeState : there.keySet()) {
                    if (nodeState.pool == nodePool && nodeState.ready()) {
                        part(placementRequest, nodeState, there.getOrDefault(nodeState, List.of()))
                                .ifPresent(parts::add);
                    }
                }
                if (nodes > 1 || !placementRequest.mayHave(nodePool, nodes)) {
                    empty(placementRequest, nodePool, there).forEach(parts::add);
                }
            }
        }
        return parts;
    }

    /** Nodes where nobody has to go, for a gang or where it is the limit that asks for room. */
    private List<Part> empty(
            PlacementRequest placementRequest,
            NodePool nodePool,
            Map<NodeState, List<PreemptionCandidates.Victim>> there) {
        List<Part> parts = new ArrayList<>();
        for (NodeState nodeState : nodePool.withAtLeast(placementRequest.form().count)) {
            if (!there.containsKey(nodeState)) {
                part(placementRequest, nodeState, List.of()).ifPresent(parts::add);
            }
        }
        return parts;
    }

    private Optional<Part> part(
            PlacementRequest placementRequest,
            NodeState nodeState,
            List<PreemptionCandidates.Victim> able) {
        if (!placementRequest.mayStandOn(nodeState)
                || !isEnoughAtMost(placementRequest.form(), nodeState, able)) {
            return Optional.empty();
        }
        var desk = new Desk(placementRequest, nodeState);
        List<PreemptionCandidates.Victim> taken = new ArrayList<>();
        for (PreemptionCandidates.Victim victim : able) {
            if (desk.enough()) {
                break;
            }
            desk.release(victim);
            taken.add(victim);
        }
        if (!desk.enough()) {
            return Optional.empty();
        }
        spare(desk, taken);
        double cost = taken.stream().mapToDouble(PreemptionCandidates.Victim::cost).sum();
        long at = taken.stream().mapToLong(PreemptionCandidates.Victim::from).max().orElse(now);
        return Optional.of(
                new Part(nodeState, desk.chosen(), List.copyOf(taken), cost, Math.max(at, now)));
    }

    /** A glance that saves the work on most hosts: whether it would do if all of them went. */
    private static boolean isEnoughAtMost(
            RequestClass requestClass,
            NodeState nodeState,
            List<PreemptionCandidates.Victim> able) {
        long mask = nodeState.wholeMask();
        for (PreemptionCandidates.Victim victim : able) {
            mask |= victim.mask();
        }
        return requestClass.ask().isFraction() || Long.bitCount(mask) >= requestClass.count;
    }

    private static void spare(Desk desk, List<PreemptionCandidates.Victim> taken) {
        for (int last = taken.size() - 1; last >= 0; last--) {
            desk.restore(taken.get(last));
            if (desk.enough()) {
                taken.remove(last);
            } else {
                desk.release(taken.get(last));
            }
        }
    }

    private static List<Part> choose(List<Part> parts, RequestClass requestClass, int nodes) {
        TopologyDomain within = requestClass.ask().gang().within();
        if (parts.size() < nodes) {
            return List.of();
        }
        if (nodes == 1) {
            return List.of(parts.stream().min(CHEAPEST).orElseThrow());
        }
        List<Part> inRack = cheapest(parts, nodes, part -> part.host.rack);
        if (!inRack.isEmpty() || within == TopologyDomain.RACK) {
            return inRack;
        }
        List<Part> inPod = cheapest(parts, nodes, part -> part.host.pod);
        if (!inPod.isEmpty() || within == TopologyDomain.POD) {
            return inPod;
        }
        return cheapest(parts, nodes, _ -> 0);
    }

    private static final Comparator<Part> CHEAPEST =
            Comparator.<Part>comparingDouble(part -> part.cost)
                    .thenComparingLong(part -> part.at)
                    .thenComparingInt(part -> part.taken.size())
                    .thenComparingInt(part -> part.host.whole())
                    .thenComparingInt(part -> part.host.index);

    private static List<Part> cheapest(List<Part> parts, int nodes, ToIntFunction<Part> domain) {
        Map<Integer, List<Part>> domains = new HashMap<>();
        parts.forEach(
                part ->
                        domains.computeIfAbsent(domain.applyAsInt(part), _ -> new ArrayList<>())
                                .add(part));
        List<Part> best = List.of();
        double least = Double.POSITIVE_INFINITY;
        for (List<Part> here : domains.values()) {
            if (here.size() >= nodes) {
                List<Part> first = here.stream().sorted(CHEAPEST).limit(nodes).toList();
                double cost = first.stream().mapToDouble(Part::cost).sum();
                if (cost < least
                        || (cost == least
                                && first.getFirst().host.index < best.getFirst().host.index)) {
                    least = cost;
                    best = first;
                }
            }
        }
        return best;
    }

    private static Room whole(List<Part> parts, RequestClass requestClass) {
        Set<RunningJob> stopped = new LinkedHashSet<>();
        Map<RunningJob, Set<String>> shrunk = new LinkedHashMap<>();
        List<NodeAllocation> seats = new ArrayList<>();
        long at = 0;
        for (Part part : parts) {
            seats.add(part.seat(requestClass));
            at = Math.max(at, part.at);
            for (PreemptionCandidates.Victim victim : part.told()) {
                shrunk.computeIfAbsent(victim.tenant(), _ -> new LinkedHashSet<>())
                        .add(part.host.node.name());
            }
        }
        shrunk.entrySet()
                .removeIf(
                        entry -> {
                            boolean stops = !entry.getKey().canLose(entry.getValue().size());
                            if (stops) {
                                stopped.add(entry.getKey());
                            }
                            return stops;
                        });
        return new Room(new Placement(seats), List.copyOf(stopped), shrunk, at);
    }

    /** One host on paper: what would be free if this one and that one left. */
    static final class Desk {

        private final PlacementRequest placementRequest;
        private final NodeState nodeState;
        private final int[] free;
        private final long barred;
        private final int needed;
        private final Set<RunningJob> gone = new HashSet<>();
        private int cpus;
        private long memory;

        Desk(PlacementRequest placementRequest, NodeState nodeState) {
            this.placementRequest = placementRequest;
            this.nodeState = nodeState;
            this.needed = nodeState.node.devices().roundUp(placementRequest.form().thousandths);
            this.free = new int[nodeState.devices()];
            long never = 0;
            for (int device = 0; device < free.length; device++) {
                int kept = placementRequest.kept(nodeState, device);
                free[device] = nodeState.free(device) - kept;
                never |= kept + needed > Devices.WHOLE ? 1L << device : 0;
            }
            this.barred = never;
            this.cpus = nodeState.cpus();
            this.memory = nodeState.memory();
        }

        /** Also who sits only on what is kept for somebody else: its processors and memory may be what is needed. */
        void release(PreemptionCandidates.Victim victim) {
            change(victim, 1);
            gone.add(victim.tenant());
        }

        void restore(PreemptionCandidates.Victim victim) {
            change(victim, -1);
            gone.remove(victim.tenant());
        }

        private void change(PreemptionCandidates.Victim victim, int sign) {
            for (NodeAllocation seat : victim.tenant().seats()) {
                if (seat.node().equals(nodeState.node.name())) {
                    for (long mask = seat.mask(); mask != 0; mask &= mask - 1) {
                        free[Long.numberOfTrailingZeros(mask)] += sign * seat.thousandths();
                    }
                }
            }
            cpus += sign * victim.tenant().form.cpus;
            memory += sign * victim.tenant().form.memory;
        }

        boolean enough() {
            return cpus >= placementRequest.form().cpus
                    && memory >= placementRequest.form().memory
                    && Long.bitCount(open()) >= placementRequest.form().count
                    && nodeState.keeps.stream().noneMatch(this::starves);
        }

        private boolean starves(NodeState.Keep keep) {
            return placementRequest.yieldsTo(keep.holder())
                    && placementRequest.starves(nodeState, keep, gone);
        }

        private long open() {
            long mask = 0;
            for (int device = 0; device < free.length; device++) {
                if (free[device] >= needed && (barred >> device & 1) == 0) {
                    mask |= 1L << device;
                }
            }
            return mask;
        }

        long chosen() {
            return nodeState.pick(open(), placementRequest.form().count);
        }
    }
}
