package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.Reservation;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * The snapshot, indexed for a scheduling cycle: nodes by free accelerators, pending jobs by team and request class,
 * running jobs by team. It is kept from one schedule to the next and changed in place. It contains nothing beyond the
 * snapshot: rebuilt from {@link #snapshot} it is the same index. That is why a schedule that continues another equals
 * one from scratch.
 */
final class ClusterIndex {

    private static final Comparator<Node> TOPOLOGY_ORDER =
            Comparator.comparing((Node node) -> node.topology().pod())
                    .thenComparing(node -> node.topology().rack())
                    .thenComparing(Node::name);

    final SchedulingPolicy policy;
    private List<NodeState> nodes = List.of();
    private List<NodePool> pools = List.of();
    private Map<String, NodeState> nodesByName = Map.of();
    private List<Booking> bookings;
    private NodeFit.TypeDemand typeDemand = NodeFit.TypeDemand.NONE;
    private final Map<TeamId, TeamShare> teamShares = new TreeMap<>();
    private final Map<ResourceRequest, RequestClass> requestClasses = new HashMap<>();
    private final Map<WorkloadId, PendingJob> pendingJobs = new HashMap<>();
    private final Map<WorkloadId, RunningJob> runningJobs = new HashMap<>();
    private final Reservations reservations = new Reservations(this);
    private final DepartingJobs departingJobs = new DepartingJobs();
    private final NavigableSet<PendingJob> deferred =
            new TreeSet<>(
                    Comparator.<PendingJob, Instant>comparing(
                                    pendingJob ->
                                            pendingJob.workload().times().notBefore().orElseThrow())
                            .thenComparing(pendingJob -> pendingJob.pending().id()));

    ClusterIndex(ClusterSnapshot clusterSnapshot) {
        this.policy = clusterSnapshot.policy();
        this.bookings = clusterSnapshot.bookings();
        buildShares(clusterSnapshot.teams());
        buildNodes(clusterSnapshot.nodes());
        clusterSnapshot.running().forEach(this::place);
        clusterSnapshot.pending().forEach(this::enqueue);
    }

    // Building.

    private void buildShares(List<TeamQuotas> teams) {
        Map<TeamId, TeamQuotas> byId = new LinkedHashMap<>();
        teams.forEach(teamQuotas -> byId.put(teamQuotas.id(), teamQuotas));
        teams.forEach(teamQuotas -> teamShare(teamQuotas, byId));
    }

    private TeamShare teamShare(TeamQuotas teamQuotas, Map<TeamId, TeamQuotas> byId) {
        TeamShare known = teamShares.get(teamQuotas.id());
        if (known != null) {
            return known;
        }
        Optional<TeamShare> parent =
                teamQuotas.parent().map(byId::get).map(above -> teamShare(above, byId));
        var share = new TeamShare(teamQuotas, parent);
        teamShares.put(teamQuotas.id(), share);
        return share;
    }

    private void buildNodes(List<Node> snapshotNodes) {
        List<Node> sorted = snapshotNodes.stream().sorted(TOPOLOGY_ORDER).toList();
        Map<String, NodePool> poolsByKey = new LinkedHashMap<>();
        Map<String, Integer> rackNumbers = new HashMap<>();
        Map<String, Integer> podNumbers = new HashMap<>();
        Map<String, NodeState> byName = new HashMap<>();
        List<NodeState> all = new ArrayList<>();
        for (Node node : sorted) {
            NodePool nodePool =
                    poolsByKey.computeIfAbsent(
                            node.poolKey(),
                            _ -> new NodePool(poolsByKey.size(), node, sorted.size()));
            String pod = node.topology().pod();
            int podNumber = podNumbers.computeIfAbsent(pod, _ -> podNumbers.size());
            int rackNumber =
                    rackNumbers.computeIfAbsent(
                            pod + "/" + node.topology().rack(), _ -> rackNumbers.size());
            var nodeState = new NodeState(all.size(), node, nodePool, rackNumber, podNumber);
            all.add(nodeState);
            byName.put(node.name(), nodeState);
            nodePool.nodes.add(nodeState);
            nodePool.addToIndex(nodeState);
        }
        nodes = List.copyOf(all);
        pools = List.copyOf(poolsByKey.values());
        nodesByName = byName;
        requestClasses.values().forEach(requestClass -> requestClass.findPools(pools));
        applyBookings(bookings);
        QuotaGuarantees.settle(this);
    }

    /** Returns true if only the condition of the node changed; then nothing has to be rebuilt. */
    boolean changeCondition(Node node) {
        NodeState nodeState = nodesByName.get(node.name());
        if (nodeState == null || !nodeState.node.withCondition(node.condition()).equals(node)) {
            return false;
        }
        nodeState.pool.removeFromIndex(nodeState);
        nodeState.node = node;
        nodeState.pool.addToIndex(nodeState);
        QuotaGuarantees.settle(this);
        return true;
    }

    void applyBookings(List<Booking> now) {
        bookings = now;
        for (NodeState nodeState : nodes) {
            nodeState.bookings =
                    now.stream()
                            .filter(each -> each.nodes().contains(nodeState.node.name()))
                            .toList();
        }
    }

    // Reading.

    List<NodeState> nodes() {
        return nodes;
    }

    List<NodePool> pools() {
        return pools;
    }

    /** How much a pool's accelerator type is requested by name; see {@link NodeFit.TypeDemand}. */
    double demandPrice(NodePool nodePool) {
        return typeDemand.price(nodePool.type());
    }

    /** Call at the start of a cycle. */
    void updateTypeDemand() {
        typeDemand =
                pools.size() < 2
                        ? NodeFit.TypeDemand.NONE
                        : NodeFit.TypeDemand.of(this, requestClasses.values());
    }

    NodeState node(int index) {
        return nodes.get(index);
    }

    @Nullable NodeState node(String name) {
        return nodesByName.get(name);
    }

    Iterable<TeamShare> teamShares() {
        return teamShares.values();
    }

    Optional<TeamShare> teamShare(TeamId id) {
        return Optional.ofNullable(teamShares.get(id));
    }

    Optional<PendingJob> pendingJob(WorkloadId id) {
        return Optional.ofNullable(pendingJobs.get(id));
    }

    Optional<RunningJob> runningJob(WorkloadId id) {
        return Optional.ofNullable(runningJobs.get(id));
    }

    int pendingCount() {
        return pendingJobs.size();
    }

    int runningCount() {
        return runningJobs.size();
    }

    /** The pending jobs with a reservation, earliest first. */
    List<PendingJob> reservationHolders() {
        return reservations.holders();
    }

    Reservations reservations() {
        return reservations;
    }

    DepartingJobs departingJobs() {
        return departingJobs;
    }

    NavigableSet<PendingJob> deferred() {
        return deferred;
    }

    List<Booking> bookings() {
        return bookings;
    }

    RequestClass requestClass(ResourceRequest resourceRequest) {
        return requestClasses.computeIfAbsent(
                resourceRequest,
                _ -> {
                    var requestClass = new RequestClass(requestClasses.size(), resourceRequest);
                    requestClass.findPools(pools);
                    return requestClass;
                });
    }

    List<WorkloadId> workloadIds() {
        List<WorkloadId> all = new ArrayList<>(pendingJobs.keySet());
        all.addAll(runningJobs.keySet());
        all.sort(Comparator.naturalOrder());
        return all;
    }

    /** The snapshot that this index represents. */
    ClusterSnapshot snapshot() {
        return new ClusterSnapshot(
                policy,
                nodes.stream().map(nodeState -> nodeState.node).toList(),
                teamShares.values().stream()
                        .map(teamShare -> teamShare.team.usage(teamShare.decayedUsage()))
                        .toList(),
                bookings,
                runningJobs.values().stream()
                        .map(RunningJob::running)
                        .sorted(Comparator.comparing(RunningWorkload::id))
                        .toList(),
                pendingJobs.values().stream()
                        .map(PendingJob::pending)
                        .sorted(Comparator.comparing(PendingWorkload::id))
                        .toList());
    }

    // Changing.

    PendingJob enqueue(PendingWorkload pendingWorkload) {
        SchedulableWorkload schedulableWorkload = pendingWorkload.workload();
        TeamShare team = shareOf(schedulableWorkload);
        RequestClass requestClass = requestClass(schedulableWorkload.request());
        PendingGroup pendingGroup =
                team.groups.computeIfAbsent(
                        requestClass.index, _ -> new PendingGroup(team, requestClass, order()));
        var pendingJob = new PendingJob(pendingWorkload, pendingGroup, policy);
        pendingJobs.put(pendingWorkload.id(), pendingJob);
        requestClass.demand += requestClass.request().totalThousandths();
        if (schedulableWorkload.times().notBefore().isPresent()) {
            deferred.add(pendingJob);
        } else {
            pendingGroup.add(pendingJob);
        }
        pendingWorkload
                .reservation()
                .ifPresent(reservation -> reservations.add(pendingJob, reservation));
        return pendingJob;
    }

    Comparator<PendingJob> order() {
        return policy.order() == SchedulingPolicy.Order.SHORTEST
                ? PendingJob.SHORTEST
                : PendingJob.FIRST_COME;
    }

    private TeamShare shareOf(SchedulableWorkload schedulableWorkload) {
        TeamShare teamShare = teamShares.get(schedulableWorkload.team());
        if (teamShare == null) {
            throw new IllegalArgumentException(
                    "Workload %s belongs to team %s, which is not in the snapshot"
                            .formatted(schedulableWorkload.id(), schedulableWorkload.team()));
        }
        return teamShare;
    }

    /** Adds the jobs to their groups whose start time has come. */
    void queueDeferred(long now) {
        while (!deferred.isEmpty() && deferred.first().isEligible(now)) {
            PendingJob pendingJob = deferred.pollFirst();
            pendingJob.group.add(pendingJob);
        }
    }

    void dequeue(PendingJob pendingJob) {
        reservations.remove(pendingJob);
        pendingJobs.remove(pendingJob.pending().id());
        pendingJob.requestClass().demand -= pendingJob.requestClass().request().totalThousandths();
        if (pendingJob.workload().times().notBefore().isPresent()) {
            deferred.remove(pendingJob);
        }
        pendingJob.group.remove(pendingJob);
        if (pendingJob.group.isEmpty() && !hasDeferred(pendingJob.group)) {
            pendingJob.team().groups.remove(pendingJob.requestClass().index);
        }
    }

    private boolean hasDeferred(PendingGroup pendingGroup) {
        return deferred.stream().anyMatch(pendingJob -> pendingJob.group == pendingGroup);
    }

    void reserve(PendingJob pendingJob, Reservation reservation) {
        reservations.remove(pendingJob);
        pendingJob.updateReservation(Optional.of(reservation));
        reservations.add(pendingJob, reservation);
    }

    /** Cancels its reservation; it has to find another. */
    void cancelReservation(PendingJob pendingJob) {
        reservations.cancel(pendingJob);
    }

    RunningJob place(RunningWorkload runningWorkload) {
        return place(runningWorkload, requestClass(runningWorkload.workload().request()));
    }

    RunningJob place(RunningWorkload runningWorkload, RequestClass requestClass) {
        TeamShare team = shareOf(runningWorkload.workload());
        NodeState first = nodesByName.get(runningWorkload.placement().seats().getFirst().node());
        String type = first == null ? Node.Devices.NONE : first.pool.type();
        var runningJob = new RunningJob(runningWorkload, requestClass, team, type);
        if (runningJobs.put(runningWorkload.id(), runningJob) != null) {
            throw new IllegalStateException(runningWorkload.id() + " runs already");
        }
        runningJob.requestClass.demand += runningJob.requestClass.request().totalThousandths();
        for (NodeAllocation allocation : runningJob.allocations()) {
            NodeState nodeState = nodesByName.get(allocation.node());
            if (nodeState != null) {
                nodeState.allocate(runningJob, allocation);
            }
        }
        team.addAllocated(type, runningJob.thousandths());
        TeamShare.jobPlaced(runningJob);
        departingJobs.add(runningJob);
        return runningJob;
    }

    void remove(RunningJob runningJob, Instant now) {
        runningJob.team.settleUsage(now, policy.halfLife());
        if (runningJobs.remove(runningJob.running().id()) != runningJob) {
            throw new IllegalStateException(runningJob.id() + " is no longer running");
        }
        runningJob.markRemoved();
        runningJob.requestClass.demand -= runningJob.requestClass.request().totalThousandths();
        for (NodeAllocation allocation : runningJob.allocations()) {
            NodeState nodeState = nodesByName.get(allocation.node());
            if (nodeState != null) {
                nodeState.release(runningJob, allocation);
            }
        }
        runningJob.team.addAllocated(runningJob.type, -runningJob.thousandths());
        TeamShare.jobRemoved(runningJob);
        departingJobs.remove(runningJob);
    }

    /** Replaces a running job by its new state: departing, or arrived at its new placement. */
    RunningJob replace(RunningJob runningJob, RunningWorkload other, Instant now) {
        remove(runningJob, now);
        return place(other, runningJob.requestClass);
    }

    /** A running job as if it were pending, to search another placement of the same type. It belongs to no group. */
    PendingJob asIfPending(RunningJob runningJob) {
        RunningWorkload runningWorkload = runningJob.running();
        RequestClass sameType =
                requestClass(runningWorkload.workload().request().ofTypes(runningJob.type));
        return new PendingJob(
                new PendingWorkload(
                        runningWorkload.workload(),
                        runningWorkload.retainedWork(),
                        runningWorkload.preemptions(),
                        Optional.empty()),
                new PendingGroup(runningJob.team, sameType, order()),
                policy);
    }
}
