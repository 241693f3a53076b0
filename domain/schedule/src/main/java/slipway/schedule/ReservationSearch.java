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

    private static final Comparator<Candidate> EARLIEST =
            Comparator.<Candidate>comparingLong(candidate -> candidate.upper)
                    .thenComparingInt(candidate -> candidate.node.index);

    private final long now;

    /** The earliest times found so far, as many as nodes are needed, latest first. */
    private final PriorityQueue<Long> earliest = new PriorityQueue<>(Comparator.reverseOrder());

    /** The number of nodes that are needed. */
    private int nodesWanted;

    /** Candidates at this time or later cannot improve the result. */
    private long latestUseful;

    ReservationSearch(long now) {
        this.now = now;
    }

    /** A node and when enough of it is free. */
    private record Candidate(NodeState node, long mask, long lower, long upper) {}

    /** The earliest reservation, or nothing if no placement becomes free while the current jobs run. */
    Optional<Reservation> earliest(PlacementRequest placementRequest) {
        RequestClass requestClass = placementRequest.requestClass();
        for (int nodes = requestClass.nodes();
                nodes >= requestClass.request().gang().minNodes();
                nodes--) {
            Optional<Reservation> reservation = earliest(placementRequest, nodes);
            if (reservation.isPresent()) {
                return reservation;
            }
        }
        return Optional.empty();
    }

    private Optional<Reservation> earliest(PlacementRequest placementRequest, int nodes) {
        Reservation best = null;
        for (String type : placementRequest.requestClass().types()) {
            latestUseful = RunningJob.NEVER;
            earliest.clear();
            nodesWanted = nodes;
            List<Candidate> candidates = candidates(placementRequest, type);
            List<Candidate> chosen =
                    choose(
                            candidates,
                            nodes,
                            placementRequest.requestClass().request().gang().within());
            if (!chosen.isEmpty()) {
                Reservation reservation = toReservation(chosen, placementRequest.requestClass());
                if (limitsAllowThen(placementRequest, type, reservation)
                        && (best == null
                                || reservation.latestStart().isBefore(best.latestStart()))) {
                    best = reservation;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * Whether the limits still allow it at the latest start: a job that fits a backfill window now may not fit then.
     */
    private static boolean limitsAllowThen(
            PlacementRequest placementRequest, String type, Reservation reservation) {
        return placementRequest
                .at(reservation.latestStart().toEpochMilli())
                .limitsAllow(type, reservation.placement().totalThousandths(), FreedQuota.NONE);
    }

    private static Reservation toReservation(
            List<Candidate> candidates, RequestClass requestClass) {
        long lower = candidates.stream().mapToLong(Candidate::lower).max().orElseThrow();
        long upper = candidates.stream().mapToLong(Candidate::upper).max().orElseThrow();
        List<NodeAllocation> allocations =
                candidates.stream()
                        .map(
                                candidate ->
                                        new NodeAllocation(
                                                candidate.node.node.name(),
                                                candidate.mask,
                                                candidate
                                                        .node
                                                        .node
                                                        .devices()
                                                        .roundUp(requestClass.thousandths)))
                        .toList();
        return new Reservation(
                new Placement(allocations),
                Instant.ofEpochMilli(lower),
                Instant.ofEpochMilli(upper),
                false);
    }

    private List<Candidate> candidates(PlacementRequest placementRequest, String type) {
        List<Candidate> candidates = new ArrayList<>();
        for (NodePool nodePool : placementRequest.requestClass().pools()) {
            if (nodePool.type().equals(type)
                    && placementRequest.quotaAllows(nodePool, nodesWanted)) {
                candidates(placementRequest, nodePool, candidates);
            }
        }
        return candidates;
    }

    private void candidates(
            PlacementRequest placementRequest, NodePool nodePool, List<Candidate> candidates) {
        int count = placementRequest.requestClass().count;
        long[] freeTimes = nodePool.freeTimetable().freeAt(count, now);
        for (int position = 0; position < freeTimes.length; position++) {
            if (freeTimes[position] < latestUseful) {
                NodeState nodeState = nodePool.nodes.get(position);
                if (nodeState.isReady()) {
                    candidate(placementRequest, nodeState).ifPresent(candidates::add);
                }
            }
        }
    }

    private Optional<Candidate> candidate(PlacementRequest placementRequest, NodeState nodeState) {
        if (placementRequest.isExcludedFrom(nodeState)
                || !placementRequest.isFreeOfBookings(nodeState)
                || leavesOthersShort(placementRequest, nodeState)) {
            return Optional.empty();
        }
        int count = placementRequest.requestClass().count;
        NodeState.FreeTimes ends = nodeState.freeTimes(now);
        long unusable =
                nodeState.reservations.isEmpty()
                        ? 0
                        : placementRequest.reservedForEarlier(nodeState);
        long mask = 0;
        long freeAt = now;
        long from = now;
        for (int position = 0; Long.bitCount(mask) < count; position++) {
            if (position == nodeState.devices()) {
                return Optional.empty();
            }
            int device = ends.nthToBeFree(position);
            if ((unusable >> device & 1) == 0) {
                mask |= 1L << device;
                freeAt = Math.max(freeAt, ends.upper(device));
                from = Math.max(from, ends.lower(device));
            }
        }
        if (freeAt >= latestUseful) {
            return Optional.empty();
        }
        freeAt = cpuAndMemoryReadyAt(nodeState, placementRequest, freeAt);
        if (freeAt >= latestUseful) {
            return Optional.empty();
        }
        tightenBound(placementRequest.requestClass(), freeAt);
        return Optional.of(new Candidate(nodeState, mask, Math.min(from, freeAt), freeAt));
    }

    /** With enough candidates, only earlier ones matter; unless the gang must lie in one topology domain. */
    private void tightenBound(RequestClass requestClass, long freeAt) {
        if (nodesWanted == 1) {
            latestUseful = freeAt;
        } else if (requestClass.request().gang().within() == TopologyDomain.CLUSTER) {
            earliest.add(freeAt);
            if (earliest.size() > nodesWanted) {
                earliest.poll();
            }
            if (earliest.size() == nodesWanted) {
                latestUseful = earliest.element() + 1;
            }
        }
    }

    private static boolean leavesOthersShort(
            PlacementRequest placementRequest, NodeState nodeState) {
        for (NodeState.NodeReservation reservation : nodeState.reservations) {
            if (placementRequest.defersTo(reservation.holder())
                    && placementRequest.leavesTooLittleCpuOrMemory(
                            nodeState, reservation, Set.of())) {
                return true;
            }
        }
        return false;
    }

    /**
     * When CPU cores and memory suffice as well: usually when the accelerators are free, because the same jobs hold
     * them.
     */
    private long cpuAndMemoryReadyAt(
            NodeState nodeState, PlacementRequest placementRequest, long from) {
        RequestClass requestClass = placementRequest.requestClass();
        long reservedCpus = 0;
        long reservedMemory = 0;
        for (NodeState.NodeReservation reservation : nodeState.reservations) {
            if (placementRequest.defersTo(reservation.holder())) {
                reservedCpus += reservation.holder().requestClass().cpus;
                reservedMemory += reservation.holder().requestClass().memory;
            }
        }
        long at = from;
        while (at < RunningJob.NEVER) {
            long cpus = nodeState.cpus() - reservedCpus;
            long memory = nodeState.memory() - reservedMemory;
            long next = RunningJob.NEVER;
            for (RunningJob runningJob : nodeState.runningJobs) {
                long end = runningJob.latestEnd(nodeState, now);
                if (end <= at) {
                    cpus += runningJob.requestClass.cpus;
                    memory += runningJob.requestClass.memory;
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

    private static List<Candidate> choose(
            List<Candidate> candidates, int nodes, TopologyDomain within) {
        if (candidates.size() < nodes) {
            return List.of();
        }
        List<Candidate> anywhere = candidates.stream().sorted(EARLIEST).limit(nodes).toList();
        if (nodes == 1) {
            return anywhere;
        }
        List<Candidate> inRack = earliest(candidates, nodes, candidate -> candidate.node.rack);
        if (within == TopologyDomain.RACK || isAsEarly(inRack, anywhere)) {
            return inRack;
        }
        List<Candidate> inPod = earliest(candidates, nodes, candidate -> candidate.node.pod);
        if (within == TopologyDomain.POD || isAsEarly(inPod, anywhere)) {
            return inPod;
        }
        return anywhere;
    }

    private static boolean isAsEarly(List<Candidate> one, List<Candidate> other) {
        return !one.isEmpty() && one.getLast().upper <= other.getLast().upper;
    }

    private static List<Candidate> earliest(
            List<Candidate> candidates, int nodes, ToIntFunction<Candidate> domain) {
        Map<Integer, List<Candidate>> domains = new HashMap<>();
        candidates.forEach(
                candidate ->
                        domains.computeIfAbsent(
                                        domain.applyAsInt(candidate), _ -> new ArrayList<>())
                                .add(candidate));
        List<Candidate> best = List.of();
        for (List<Candidate> here : domains.values()) {
            if (here.size() >= nodes) {
                List<Candidate> first = here.stream().sorted(EARLIEST).limit(nodes).toList();
                if (best.isEmpty() || EARLIEST.compare(first.getLast(), best.getLast()) < 0) {
                    best = first;
                }
            }
        }
        return best;
    }
}
