package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Cause;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.Reservation;

/**
 * Finds the one cause for which a workload waits, after a cycle that did not start it. It looks in the order in which
 * the causes would have to be removed: what no waiting mends comes first.
 */
final class WaitCauseFinder {

    private final ClusterIndex clusterIndex;
    private final Instant at;
    private final long now;

    WaitCauseFinder(ClusterIndex clusterIndex, Instant at) {
        this.clusterIndex = clusterIndex;
        this.at = at;
        this.now = at.toEpochMilli();
    }

    Cause waits(PendingJob pendingJob) {
        RequestClass requestClass = pendingJob.form();
        Optional<Instant> later =
                pendingJob.workload().times().notBefore().filter(time -> time.isAfter(at));
        if (later.isPresent()) {
            return new Cause.NotYet(later.get());
        }
        Optional<Reservation> promise = pendingJob.promise();
        if (promise.isPresent() && promise.get().viaPreemption()) {
            return room(promise.get());
        }
        return limit(pendingJob)
                .or(() -> nowhere(requestClass))
                .or(() -> kept(pendingJob))
                .orElseGet(() -> busy(pendingJob));
    }

    private Cause room(Reservation reservation) {
        var leaving = new TreeSet<WorkloadId>();
        for (NodeAllocation seat : reservation.placement().seats()) {
            NodeState nodeState = clusterIndex.host(seat.node());
            if (nodeState != null) {
                nodeState.tenants.stream()
                        .filter(RunningJob::leaving)
                        .filter(
                                runningJob ->
                                        PlacementRequest.sitsOn(runningJob, nodeState, seat.mask()))
                        .forEach(runningJob -> leaving.add(runningJob.running().id()));
            }
        }
        return leaving.isEmpty()
                ? new Cause.MinimumRun(reservation.latestStart())
                : new Cause.PreemptionInProgress(List.copyOf(leaving), reservation.latestStart());
    }

    /** When every type it could use is at a limit. */
    private Optional<Cause> limit(PendingJob pendingJob) {
        Cause found = null;
        for (NodePool nodePool : pendingJob.form().pools()) {
            int more =
                    nodePool.takes(pendingJob.form()) * pendingJob.form().ask().gang().minNodes();
            Optional<TeamShare> by = pendingJob.team().limitedBy(nodePool.type(), more);
            if (by.isEmpty()) {
                return Optional.empty();
            }
            TeamShare teamShare = by.get();
            int limit = teamShare.limit(nodePool.type());
            found =
                    new Cause.Limit(
                            teamShare.team.id(),
                            nodePool.type(),
                            limit,
                            teamShare.has(nodePool.type()),
                            more);
        }
        return Optional.ofNullable(found);
    }

    private Optional<Cause> nowhere(RequestClass requestClass) {
        if (requestClass.pools().isEmpty()) {
            int most =
                    clusterIndex.pools().stream()
                            .filter(
                                    nodePool ->
                                            requestClass
                                                    .ask()
                                                    .accelerators()
                                                    .allows(nodePool.type()))
                            .mapToInt(NodePool::count)
                            .max()
                            .orElse(0);
            return Optional.of(new Cause.NeverFits(requestClass.ask(), most));
        }
        List<String> out = new ArrayList<>();
        int ready = 0;
        for (NodePool nodePool : requestClass.pools()) {
            for (NodeState nodeState : nodePool.hosts) {
                if (!nodeState.ready()) {
                    out.add(nodeState.node.name());
                } else if (couldFeed(nodeState, requestClass)
                        && !requestClass.leavesOut(nodeState)) {
                    ready++;
                }
            }
        }
        if (ready >= requestClass.ask().gang().minNodes()) {
            return Optional.empty();
        }
        List<String> leftOut =
                leftOut(requestClass, nodeState -> couldFeed(nodeState, requestClass));
        if (!leftOut.isEmpty()) {
            return Optional.of(new Cause.ExcludedNodes(requestClass.ask(), leftOut, false));
        }
        return Optional.of(
                out.isEmpty()
                        ? new Cause.NeverFits(requestClass.ask(), most(requestClass))
                        : new Cause.OutOfService(requestClass.ask(), List.copyOf(out)));
    }

    private static boolean couldFeed(NodeState nodeState, RequestClass requestClass) {
        return nodeState.node.machine().cpus() >= requestClass.cpus
                && nodeState.node.machine().memory().count() >= requestClass.memory;
    }

    private static int most(RequestClass requestClass) {
        return requestClass.pools().stream().mapToInt(NodePool::count).max().orElse(0);
    }

    /** When it would fit but for a kept or booked place. */
    private Optional<Cause> kept(PendingJob pendingJob) {
        var bold = new PlacementRequest(pendingJob, false, false, now);
        var placement =
                new PlacementSearch(clusterIndex)
                        .find(bold, pendingJob.form().ask().gang().minNodes());
        if (placement.isEmpty()) {
            return Optional.empty();
        }
        for (NodeAllocation seat : placement.get().seats()) {
            NodeState nodeState = java.util.Objects.requireNonNull(clusterIndex.host(seat.node()));
            for (NodeState.Keep keep : nodeState.keeps) {
                if (keep.holder() != pendingJob) {
                    return Optional.of(
                            new Cause.Reserved(
                                    pendingJob.form().ask(),
                                    keep.holder().waiting().id(),
                                    keep.holder().promise().orElseThrow().earliestStart()));
                }
            }
            for (Booking booking : nodeState.bookings) {
                if (booking.until().isAfter(at)) {
                    return Optional.of(
                            new Cause.Booked(
                                    pendingJob.form().ask(),
                                    nodeState.node.name(),
                                    booking.from(),
                                    booking.until()));
                }
            }
        }
        return Optional.empty();
    }

    private Cause busy(PendingJob pendingJob) {
        RequestClass requestClass = pendingJob.form();
        int most = 0;
        int free = 0;
        int nodes = 0;
        int cpus = 0;
        long memory = 0;
        for (NodePool nodePool : requestClass.pools()) {
            for (NodeState nodeState : nodePool.hosts) {
                if (nodeState.ready() && !requestClass.leavesOut(nodeState)) {
                    int here = here(nodeState, requestClass);
                    most = Math.max(most, here);
                    free += requestClass.ask().isFraction() ? nodeState.freeInAll() : here;
                    if (here >= requestClass.ask().thousandthsPerNode()) {
                        nodes++;
                        cpus = Math.max(cpus, nodeState.cpus());
                        memory = Math.max(memory, nodeState.memory());
                    }
                }
            }
        }
        List<String> leftOut = leftOut(requestClass, nodeState -> hasRoom(nodeState, requestClass));
        if (!leftOut.isEmpty() && nodes + leftOut.size() >= requestClass.ask().gang().minNodes()) {
            return new Cause.ExcludedNodes(requestClass.ask(), leftOut, true);
        }
        if (nodes >= requestClass.ask().gang().minNodes()
                && (cpus < requestClass.cpus || memory < requestClass.memory)) {
            return new Cause.CpuOrMemoryShort(requestClass.ask(), cpus, memory);
        }
        if (free
                >= requestClass.ask().thousandthsPerNode() * requestClass.ask().gang().minNodes()) {
            return new Cause.Fragmented(requestClass.ask(), most, free, nodes);
        }
        int shortOf =
                requestClass.types().stream()
                        .mapToInt(type -> pendingJob.team().shortOf(type))
                        .max()
                        .orElse(0);
        return new Cause.Busy(requestClass.ask(), free, borrows(pendingJob), shortOf);
    }

    /** Nodes in service that it is kept away from and that would do. */
    private static List<String> leftOut(RequestClass requestClass, Predicate<NodeState> wouldDo) {
        return requestClass.pools().stream()
                .flatMap(nodePool -> nodePool.hosts.stream())
                .filter(requestClass::leavesOut)
                .filter(NodeState::ready)
                .filter(wouldDo)
                .map(nodeState -> nodeState.node.name())
                .toList();
    }

    private static boolean hasRoom(NodeState nodeState, RequestClass requestClass) {
        return here(nodeState, requestClass) >= requestClass.ask().thousandthsPerNode()
                && nodeState.cpus() >= requestClass.cpus
                && nodeState.memory() >= requestClass.memory;
    }

    /** Thousandths of accelerators that one node of it could have here. */
    private static int here(NodeState nodeState, RequestClass requestClass) {
        return requestClass.ask().isFraction() ? largest(nodeState) : nodeState.whole() * 1_000;
    }

    /** Whether it asks for more than a guarantee that there is. */
    private static boolean borrows(PendingJob pendingJob) {
        return !pendingJob.within()
                && pendingJob.form().types().stream()
                        .anyMatch(type -> pendingJob.team().guarantor(type).isPresent());
    }

    private static int largest(NodeState nodeState) {
        int most = 0;
        for (int device = 0; device < nodeState.devices(); device++) {
            most = Math.max(most, nodeState.free(device));
        }
        return most;
    }
}
