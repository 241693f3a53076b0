package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.ToIntFunction;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.Reservation;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;

/**
 * Makes a reservation: the placement that is expected to be free first, by the upper ends of the estimates of the jobs
 * that run there. The interval reaches from the latest lower end to the latest upper end: backfilled jobs must be gone
 * by the first, and the holder starts by the second.
 */
final class ReservationSearch {

    private static final Comparator<Spot> SOONEST =
            Comparator.<Spot>comparingLong(spot -> spot.upper)
                    .thenComparingInt(spot -> spot.host.index);

    private final long now;

    /** As many as there are nodes, the latest of them first. */
    private final PriorityQueue<Long> soonest = new PriorityQueue<>(Comparator.reverseOrder());

    /** Nodes that are looked for. */
    private int wanted;

    /** Spots at this time or later are of no use. */
    private long latest;

    ReservationSearch(long now) {
        this.now = now;
    }

    /** Where and when a host has room. */
    private record Spot(NodeState host, long mask, long lower, long upper) {}

    /** The earliest place, or nothing if none will be free while what runs there runs. */
    Optional<Reservation> soonest(PlacementRequest placementRequest) {
        RequestClass requestClass = placementRequest.form();
        for (int nodes = requestClass.nodes();
                nodes >= requestClass.ask().gang().minNodes();
                nodes--) {
            Optional<Reservation> promise = soonest(placementRequest, nodes);
            if (promise.isPresent()) {
                return promise;
            }
        }
        return Optional.empty();
    }

    private Optional<Reservation> soonest(PlacementRequest placementRequest, int nodes) {
        Reservation best = null;
        for (String type : placementRequest.form().types()) {
            latest = RunningJob.NEVER;
            soonest.clear();
            wanted = nodes;
            List<Spot> spots = spots(placementRequest, type);
            List<Spot> chosen = choose(spots, nodes, placementRequest.form().ask().gang().within());
            if (!chosen.isEmpty()) {
                Reservation reservation = promise(chosen, placementRequest.form());
                if (isAllowedThen(placementRequest, type, reservation)
                        && (best == null
                                || reservation.latestStart().isBefore(best.latestStart()))) {
                    best = reservation;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** Whether the limits still allow it when it comes: who would fit a gap under them now may not do so then. */
    private static boolean isAllowedThen(
            PlacementRequest placementRequest, String type, Reservation reservation) {
        return placementRequest
                .at(reservation.latestStart().toEpochMilli())
                .isAllowed(type, reservation.placement().totalThousandths(), FreedQuota.NONE);
    }

    private static Reservation promise(List<Spot> spots, RequestClass requestClass) {
        long lower = spots.stream().mapToLong(Spot::lower).max().orElseThrow();
        long upper = spots.stream().mapToLong(Spot::upper).max().orElseThrow();
        List<NodeAllocation> seats =
                spots.stream()
                        .map(
                                spot ->
                                        new NodeAllocation(
                                                spot.host.node.name(),
                                                spot.mask,
                                                spot.host
                                                        .node
                                                        .devices()
                                                        .roundUp(requestClass.thousandths)))
                        .toList();
        return new Reservation(
                new Placement(seats),
                Instant.ofEpochMilli(lower),
                Instant.ofEpochMilli(upper),
                false);
    }

    private List<Spot> spots(PlacementRequest placementRequest, String type) {
        List<Spot> spots = new ArrayList<>();
        for (NodePool nodePool : placementRequest.form().pools()) {
            if (nodePool.type().equals(type) && placementRequest.mayHave(nodePool, wanted)) {
                spots(placementRequest, nodePool, spots);
            }
        }
        return spots;
    }

    private void spots(PlacementRequest placementRequest, NodePool nodePool, List<Spot> spots) {
        int count = placementRequest.form().count;
        long[] soonest = nodePool.timetable().soonest(count, now);
        for (int place = 0; place < soonest.length; place++) {
            if (soonest[place] < latest) {
                NodeState nodeState = nodePool.hosts.get(place);
                if (nodeState.ready()) {
                    spot(placementRequest, nodeState).ifPresent(spots::add);
                }
            }
        }
    }

    private Optional<Spot> spot(PlacementRequest placementRequest, NodeState nodeState) {
        if (placementRequest.keptOff(nodeState)
                || !placementRequest.isFreeOfBookings(nodeState)
                || starvesOthers(placementRequest, nodeState)) {
            return Optional.empty();
        }
        int count = placementRequest.form().count;
        NodeState.Ends ends = nodeState.ends(now);
        long barred = nodeState.keeps.isEmpty() ? 0 : placementRequest.barred(nodeState);
        long mask = 0;
        long until = now;
        long from = now;
        for (int place = 0; Long.bitCount(mask) < count; place++) {
            if (place == nodeState.devices()) {
                return Optional.empty();
            }
            int device = ends.device(place);
            if ((barred >> device & 1) == 0) {
                mask |= 1L << device;
                until = Math.max(until, ends.upper(device));
                from = Math.max(from, ends.lower(device));
            }
        }
        if (until >= latest) {
            return Optional.empty();
        }
        until = fed(nodeState, placementRequest, until);
        if (until >= latest) {
            return Optional.empty();
        }
        bound(placementRequest.form(), until);
        return Optional.of(new Spot(nodeState, mask, Math.min(from, until), until));
    }

    /** Once there are enough, only sooner ones matter; unless they must lie close together. */
    private void bound(RequestClass requestClass, long until) {
        if (wanted == 1) {
            latest = until;
        } else if (requestClass.ask().gang().within() == TopologyDomain.CLUSTER) {
            soonest.add(until);
            if (soonest.size() > wanted) {
                soonest.poll();
            }
            if (soonest.size() == wanted) {
                latest = soonest.element() + 1;
            }
        }
    }

    private static boolean starvesOthers(PlacementRequest placementRequest, NodeState nodeState) {
        for (NodeState.Keep keep : nodeState.keeps) {
            if (placementRequest.yieldsTo(keep.holder())
                    && placementRequest.starves(nodeState, keep, Set.of())) {
                return true;
            }
        }
        return false;
    }

    /**
     * When processors and memory suffice as well: mostly when the accelerators are free, for who had them had
     * those.
     */
    private long fed(NodeState nodeState, PlacementRequest placementRequest, long from) {
        RequestClass requestClass = placementRequest.form();
        long keptCpus = 0;
        long keptMemory = 0;
        for (NodeState.Keep keep : nodeState.keeps) {
            if (placementRequest.yieldsTo(keep.holder())) {
                keptCpus += keep.holder().form().cpus;
                keptMemory += keep.holder().form().memory;
            }
        }
        long at = from;
        while (at < RunningJob.NEVER) {
            long cpus = nodeState.cpus() - keptCpus;
            long memory = nodeState.memory() - keptMemory;
            long next = RunningJob.NEVER;
            for (RunningJob runningJob : nodeState.tenants) {
                long end = runningJob.upperEnd(nodeState, now);
                if (end <= at) {
                    cpus += runningJob.form.cpus;
                    memory += runningJob.form.memory;
                } else {
                    next = Math.min(next, end);
                }
            }
            if (cpus >= requestClass.cpus && memory >= requestClass.memory) {
                return at;
            }
            at = next;
        }
        return RunningJob.NEVER;
    }

    private static List<Spot> choose(List<Spot> spots, int nodes, TopologyDomain within) {
        if (spots.size() < nodes) {
            return List.of();
        }
        List<Spot> anywhere = spots.stream().sorted(SOONEST).limit(nodes).toList();
        if (nodes == 1) {
            return anywhere;
        }
        List<Spot> inRack = soonest(spots, nodes, spot -> spot.host.rack);
        if (within == TopologyDomain.RACK || isAsSoon(inRack, anywhere)) {
            return inRack;
        }
        List<Spot> inPod = soonest(spots, nodes, spot -> spot.host.pod);
        if (within == TopologyDomain.POD || isAsSoon(inPod, anywhere)) {
            return inPod;
        }
        return anywhere;
    }

    private static boolean isAsSoon(List<Spot> one, List<Spot> other) {
        return !one.isEmpty() && one.getLast().upper <= other.getLast().upper;
    }

    private static List<Spot> soonest(List<Spot> spots, int nodes, ToIntFunction<Spot> domain) {
        Map<Integer, List<Spot>> domains = new HashMap<>();
        spots.forEach(
                spot ->
                        domains.computeIfAbsent(domain.applyAsInt(spot), _ -> new ArrayList<>())
                                .add(spot));
        List<Spot> best = List.of();
        for (List<Spot> here : domains.values()) {
            if (here.size() >= nodes) {
                List<Spot> first = here.stream().sorted(SOONEST).limit(nodes).toList();
                if (best.isEmpty() || SOONEST.compare(first.getLast(), best.getLast()) < 0) {
                    best = first;
                }
            }
        }
        return best;
    }
}
