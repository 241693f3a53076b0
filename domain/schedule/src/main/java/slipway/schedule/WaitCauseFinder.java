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
import slipway.schedule.snapshot.SchedulableWorkload;

/**
 * Finds the one cause for which a workload waits, after a cycle that did not start it. Causes are tested in the order
 * in which they have to be removed: first those that waiting does not remove.
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

    Cause causeOf(PendingJob pendingJob) {
        RequestClass requestClass = pendingJob.requestClass();
        Optional<SchedulableWorkload.BackOff> later =
                pendingJob.workload().times().backOff().filter(it -> it.until().isAfter(at));
        if (later.isPresent()) {
            return new Cause.RetryDelay(later.get().until(), later.get().because());
        }
        Optional<Reservation> reservation = pendingJob.reservation();
        if (reservation.isPresent() && reservation.get().viaPreemption()) {
            return preemptionCause(reservation.get());
        }
        return limitCause(pendingJob)
                .or(() -> neverFits(requestClass))
                .or(() -> reservedCause(pendingJob))
                .orElseGet(() -> busyCause(pendingJob));
    }

    private Cause preemptionCause(Reservation reservation) {
        var leaving = new TreeSet<WorkloadId>();
        for (NodeAllocation allocation : reservation.placement().seats()) {
            NodeState nodeState = clusterIndex.node(allocation.node());
            if (nodeState != null) {
                nodeState.runningJobs.stream()
                        .filter(RunningJob::departing)
                        .filter(
                                runningJob ->
                                        PlacementRequest.occupies(
                                                runningJob, nodeState, allocation.mask()))
                        .forEach(runningJob -> leaving.add(runningJob.running().id()));
            }
        }
        return leaving.isEmpty()
                ? new Cause.MinimumRun(reservation.latestStart())
                : new Cause.PreemptionInProgress(List.copyOf(leaving), reservation.latestStart());
    }

    /** When every type that it could use is at a limit. */
    private Optional<Cause> limitCause(PendingJob pendingJob) {
        Cause found = null;
        for (NodePool nodePool : pendingJob.requestClass().pools()) {
            int more =
                    nodePool.thousandthsFor(pendingJob.requestClass())
                            * pendingJob.requestClass().request().gang().minNodes();
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
                            teamShare.allocated(nodePool.type()),
                            more);
        }
        return Optional.ofNullable(found);
    }

    private Optional<Cause> neverFits(RequestClass requestClass) {
        if (requestClass.pools().isEmpty()) {
            int most =
                    clusterIndex.pools().stream()
                            .filter(
                                    nodePool ->
                                            requestClass
                                                    .request()
                                                    .accelerators()
                                                    .allows(nodePool.type()))
                            .mapToInt(NodePool::acceleratorsPerNode)
                            .max()
                            .orElse(0);
            return Optional.of(new Cause.NeverFits(requestClass.request(), most));
        }
        List<String> out = new ArrayList<>();
        int ready = 0;
        for (NodePool nodePool : requestClass.pools()) {
            for (NodeState nodeState : nodePool.nodes) {
                if (!nodeState.isReady()) {
                    out.add(nodeState.node.name());
                } else if (couldHaveCpuAndMemory(nodeState, requestClass)
                        && !requestClass.excludes(nodeState)) {
                    ready++;
                }
            }
        }
        if (ready >= requestClass.request().gang().minNodes()) {
            return Optional.empty();
        }
        List<String> excluded =
                excludedNodes(
                        requestClass, nodeState -> couldHaveCpuAndMemory(nodeState, requestClass));
        if (!excluded.isEmpty()) {
            return Optional.of(new Cause.ExcludedNodes(requestClass.request(), excluded, false));
        }
        return Optional.of(
                out.isEmpty()
                        ? new Cause.NeverFits(requestClass.request(), mostOnOneNode(requestClass))
                        : new Cause.OutOfService(requestClass.request(), List.copyOf(out)));
    }

    private static boolean couldHaveCpuAndMemory(NodeState nodeState, RequestClass requestClass) {
        return nodeState.node.machine().cpus() >= requestClass.cpus
                && nodeState.node.machine().memory().count() >= requestClass.memory;
    }

    private static int mostOnOneNode(RequestClass requestClass) {
        return requestClass.pools().stream()
                .mapToInt(NodePool::acceleratorsPerNode)
                .max()
                .orElse(0);
    }

    /** When only a reservation or a booking blocks it. */
    private Optional<Cause> reservedCause(PendingJob pendingJob) {
        var ignoringReservations = new PlacementRequest(pendingJob, false, false, now);
        var placement =
                new PlacementSearch(clusterIndex)
                        .find(
                                ignoringReservations,
                                pendingJob.requestClass().request().gang().minNodes());
        if (placement.isEmpty()) {
            return Optional.empty();
        }
        for (NodeAllocation allocation : placement.get().seats()) {
            NodeState nodeState =
                    java.util.Objects.requireNonNull(clusterIndex.node(allocation.node()));
            for (NodeState.NodeReservation reservation : nodeState.reservations) {
                if (reservation.holder() != pendingJob) {
                    return Optional.of(
                            new Cause.Reserved(
                                    pendingJob.requestClass().request(),
                                    reservation.holder().pending().id(),
                                    reservation
                                            .holder()
                                            .reservation()
                                            .orElseThrow()
                                            .earliestStart()));
                }
            }
            for (Booking booking : nodeState.bookings) {
                if (booking.until().isAfter(at)) {
                    return Optional.of(
                            new Cause.Booked(
                                    pendingJob.requestClass().request(),
                                    nodeState.node.name(),
                                    booking.from(),
                                    booking.until()));
                }
            }
        }
        return Optional.empty();
    }

    private Cause busyCause(PendingJob pendingJob) {
        RequestClass requestClass = pendingJob.requestClass();
        int most = 0;
        int free = 0;
        int nodes = 0;
        int cpus = 0;
        long memory = 0;
        for (NodePool nodePool : requestClass.pools()) {
            for (NodeState nodeState : nodePool.nodes) {
                if (nodeState.isReady() && !requestClass.excludes(nodeState)) {
                    int share = largestShare(nodeState, requestClass);
                    most = Math.max(most, share);
                    free +=
                            requestClass.request().isFraction()
                                    ? nodeState.totalFreeThousandths()
                                    : share;
                    if (share >= requestClass.request().thousandthsPerNode()) {
                        nodes++;
                        cpus = Math.max(cpus, nodeState.cpus());
                        memory = Math.max(memory, nodeState.memory());
                    }
                }
            }
        }
        List<String> excluded =
                excludedNodes(requestClass, nodeState -> hasCapacity(nodeState, requestClass));
        if (!excluded.isEmpty()
                && nodes + excluded.size() >= requestClass.request().gang().minNodes()) {
            return new Cause.ExcludedNodes(requestClass.request(), excluded, true);
        }
        if (nodes >= requestClass.request().gang().minNodes()
                && (cpus < requestClass.cpus || memory < requestClass.memory)) {
            return new Cause.CpuOrMemoryShort(requestClass.request(), cpus, memory);
        }
        if (free
                >= requestClass.request().thousandthsPerNode()
                        * requestClass.request().gang().minNodes()) {
            return new Cause.Fragmented(requestClass.request(), most, free, nodes);
        }
        int shortOf =
                requestClass.types().stream()
                        .mapToInt(type -> pendingJob.team().guaranteeShortfall(type))
                        .max()
                        .orElse(0);
        return new Cause.Busy(requestClass.request(), free, borrows(pendingJob), shortOf);
    }

    /** Ready nodes that suit it but that its request excludes. */
    private static List<String> excludedNodes(
            RequestClass requestClass, Predicate<NodeState> wouldDo) {
        return requestClass.pools().stream()
                .flatMap(nodePool -> nodePool.nodes.stream())
                .filter(requestClass::excludes)
                .filter(NodeState::isReady)
                .filter(wouldDo)
                .map(nodeState -> nodeState.node.name())
                .toList();
    }

    private static boolean hasCapacity(NodeState nodeState, RequestClass requestClass) {
        return largestShare(nodeState, requestClass) >= requestClass.request().thousandthsPerNode()
                && nodeState.cpus() >= requestClass.cpus
                && nodeState.memory() >= requestClass.memory;
    }

    /** Thousandths of accelerators that one of its nodes could get here. */
    private static int largestShare(NodeState nodeState, RequestClass requestClass) {
        return requestClass.request().isFraction()
                ? largestFraction(nodeState)
                : nodeState.freeAccelerators() * 1_000;
    }

    /** Whether it exceeds a guarantee that exists. */
    private static boolean borrows(PendingJob pendingJob) {
        return !pendingJob.fitsGuarantee()
                && pendingJob.requestClass().types().stream()
                        .anyMatch(type -> pendingJob.team().guarantor(type).isPresent());
    }

    private static int largestFraction(NodeState nodeState) {
        int most = 0;
        for (int device = 0; device < nodeState.devices(); device++) {
            most = Math.max(most, nodeState.freeThousandths(device));
        }
        return most;
    }
}
