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
 * The picture, laid out for deciding: hosts sorted by what is free, the waiting by team and ask, the running by team.
 * It is kept from one plan to the next and changed in place, and it holds nothing that is not in the picture: laid out
 * anew from {@link #picture} it is the same board. That is why a plan that continues another equals a plan from
 * scratch.
 */
final class ClusterIndex {

    private static final Comparator<Node> BESIDE_EACH_OTHER =
            Comparator.comparing((Node node) -> node.topology().pod())
                    .thenComparing(node -> node.topology().rack())
                    .thenComparing(Node::name);

    final SchedulingPolicy policy;
    private List<NodeState> hosts = List.of();
    private List<NodePool> pools = List.of();
    private Map<String, NodeState> byName = Map.of();
    private List<Booking> bookings;
    private NodeFit.Wanted wanted = NodeFit.Wanted.NOTHING;
    private final Map<TeamId, TeamShare> shares = new TreeMap<>();
    private final Map<ResourceRequest, RequestClass> forms = new HashMap<>();
    private final Map<WorkloadId, PendingJob> waiters = new HashMap<>();
    private final Map<WorkloadId, RunningJob> tenants = new HashMap<>();
    private final Reservations reservations = new Reservations(this);
    private final DepartingJobs departingJobs = new DepartingJobs();
    private final NavigableSet<PendingJob> unripe =
            new TreeSet<>(
                    Comparator.<PendingJob, Instant>comparing(
                                    pendingJob ->
                                            pendingJob.workload().times().notBefore().orElseThrow())
                            .thenComparing(pendingJob -> pendingJob.waiting().id()));

    ClusterIndex(ClusterSnapshot clusterSnapshot) {
        this.policy = clusterSnapshot.policy();
        this.bookings = clusterSnapshot.bookings();
        layShares(clusterSnapshot.teams());
        layHosts(clusterSnapshot.nodes());
        clusterSnapshot.running().forEach(this::seat);
        clusterSnapshot.pending().forEach(this::queue);
    }

    // Laying out.

    private void layShares(List<TeamQuotas> teams) {
        Map<TeamId, TeamQuotas> byId = new LinkedHashMap<>();
        teams.forEach(teamQuotas -> byId.put(teamQuotas.id(), teamQuotas));
        teams.forEach(teamQuotas -> share(teamQuotas, byId));
    }

    private TeamShare share(TeamQuotas teamQuotas, Map<TeamId, TeamQuotas> byId) {
        TeamShare there = shares.get(teamQuotas.id());
        if (there != null) {
            return there;
        }
        Optional<TeamShare> parent =
                teamQuotas.parent().map(byId::get).map(above -> share(above, byId));
        var made = new TeamShare(teamQuotas, parent);
        shares.put(teamQuotas.id(), made);
        return made;
    }

    private void layHosts(List<Node> nodes) {
        List<Node> sorted = nodes.stream().sorted(BESIDE_EACH_OTHER).toList();
        Map<String, NodePool> kinds = new LinkedHashMap<>();
        Map<String, Integer> rackNumbers = new HashMap<>();
        Map<String, Integer> podNumbers = new HashMap<>();
        Map<String, NodeState> names = new HashMap<>();
        List<NodeState> laid = new ArrayList<>();
        for (Node node : sorted) {
            NodePool nodePool =
                    kinds.computeIfAbsent(
                            node.poolKey(), _ -> new NodePool(kinds.size(), node, sorted.size()));
            String pod = node.topology().pod();
            int podNumber = podNumbers.computeIfAbsent(pod, _ -> podNumbers.size());
            int rackNumber =
                    rackNumbers.computeIfAbsent(
                            pod + "/" + node.topology().rack(), _ -> rackNumbers.size());
            var nodeState = new NodeState(laid.size(), node, nodePool, rackNumber, podNumber);
            laid.add(nodeState);
            names.put(node.name(), nodeState);
            nodePool.hosts.add(nodeState);
            nodePool.enter(nodeState);
        }
        hosts = List.copyOf(laid);
        pools = List.copyOf(kinds.values());
        byName = names;
        forms.values().forEach(requestClass -> requestClass.lookIn(pools));
        book(bookings);
        QuotaGuarantees.settle(this);
    }

    /** True if a node is the same in everything but its condition: then nothing has to be laid out again. */
    boolean change(Node node) {
        NodeState nodeState = byName.get(node.name());
        if (nodeState == null || !nodeState.node.withCondition(node.condition()).equals(node)) {
            return false;
        }
        nodeState.pool.leave(nodeState);
        nodeState.node = node;
        nodeState.pool.enter(nodeState);
        QuotaGuarantees.settle(this);
        return true;
    }

    void book(List<Booking> now) {
        bookings = now;
        for (NodeState nodeState : hosts) {
            nodeState.bookings =
                    now.stream()
                            .filter(each -> each.nodes().contains(nodeState.node.name()))
                            .toList();
        }
    }

    // Reading.

    List<NodeState> hosts() {
        return hosts;
    }

    List<NodePool> pools() {
        return pools;
    }

    /** How much accelerators of a pool are wanted by name, for the search; see {@link NodeFit.Wanted}. */
    double price(NodePool nodePool) {
        return wanted.price(nodePool.type());
    }

    /** At the start of a cycle. */
    void reprice() {
        wanted =
                pools.size() < 2 ? NodeFit.Wanted.NOTHING : NodeFit.Wanted.of(this, forms.values());
    }

    NodeState host(int index) {
        return hosts.get(index);
    }

    @Nullable NodeState host(String name) {
        return byName.get(name);
    }

    Iterable<TeamShare> shares() {
        return shares.values();
    }

    Optional<TeamShare> share(TeamId id) {
        return Optional.ofNullable(shares.get(id));
    }

    Optional<PendingJob> waiter(WorkloadId id) {
        return Optional.ofNullable(waiters.get(id));
    }

    Optional<RunningJob> tenant(WorkloadId id) {
        return Optional.ofNullable(tenants.get(id));
    }

    int waiting() {
        return waiters.size();
    }

    int running() {
        return tenants.size();
    }

    /** Those for whom a place is kept, the earliest first. */
    List<PendingJob> promised() {
        return reservations.holders();
    }

    Reservations kept() {
        return reservations;
    }

    DepartingJobs going() {
        return departingJobs;
    }

    NavigableSet<PendingJob> unripe() {
        return unripe;
    }

    List<Booking> bookings() {
        return bookings;
    }

    RequestClass form(ResourceRequest resourceRequest) {
        return forms.computeIfAbsent(
                resourceRequest,
                _ -> {
                    var requestClass = new RequestClass(forms.size(), resourceRequest);
                    requestClass.lookIn(pools);
                    return requestClass;
                });
    }

    List<WorkloadId> ids() {
        List<WorkloadId> all = new ArrayList<>(waiters.keySet());
        all.addAll(tenants.keySet());
        all.sort(Comparator.naturalOrder());
        return all;
    }

    /** The picture this board shows. */
    ClusterSnapshot picture() {
        return new ClusterSnapshot(
                policy,
                hosts.stream().map(nodeState -> nodeState.node).toList(),
                shares.values().stream()
                        .map(teamShare -> teamShare.team.usage(teamShare.used()))
                        .toList(),
                bookings,
                tenants.values().stream()
                        .map(RunningJob::running)
                        .sorted(Comparator.comparing(RunningWorkload::id))
                        .toList(),
                waiters.values().stream()
                        .map(PendingJob::waiting)
                        .sorted(Comparator.comparing(PendingWorkload::id))
                        .toList());
    }

    // Changing.

    PendingJob queue(PendingWorkload pendingWorkload) {
        SchedulableWorkload schedulableWorkload = pendingWorkload.workload();
        TeamShare team = shareOf(schedulableWorkload);
        RequestClass requestClass = form(schedulableWorkload.request());
        PendingGroup pendingGroup =
                team.lines.computeIfAbsent(
                        requestClass.index, _ -> new PendingGroup(team, requestClass, order()));
        var pendingJob = new PendingJob(pendingWorkload, pendingGroup, policy);
        waiters.put(pendingWorkload.id(), pendingJob);
        requestClass.asked += requestClass.ask().totalThousandths();
        if (schedulableWorkload.times().notBefore().isPresent()) {
            unripe.add(pendingJob);
        } else {
            pendingGroup.add(pendingJob);
        }
        pendingWorkload
                .reservation()
                .ifPresent(reservation -> reservations.keep(pendingJob, reservation));
        return pendingJob;
    }

    Comparator<PendingJob> order() {
        return policy.order() == SchedulingPolicy.Order.SHORTEST
                ? PendingJob.SHORTEST
                : PendingJob.FIRST_COME;
    }

    private TeamShare shareOf(SchedulableWorkload schedulableWorkload) {
        TeamShare teamShare = shares.get(schedulableWorkload.team());
        if (teamShare == null) {
            throw new IllegalArgumentException(
                    "Workload %s belongs to team %s, which is not in the picture"
                            .formatted(schedulableWorkload.id(), schedulableWorkload.team()));
        }
        return teamShare;
    }

    /** Whoever waited for a time of day joins its line. */
    void ripen(long now) {
        while (!unripe.isEmpty() && unripe.first().ripe(now)) {
            PendingJob pendingJob = unripe.pollFirst();
            pendingJob.line.add(pendingJob);
        }
    }

    void unqueue(PendingJob pendingJob) {
        reservations.forget(pendingJob);
        waiters.remove(pendingJob.waiting().id());
        pendingJob.form().asked -= pendingJob.form().ask().totalThousandths();
        if (pendingJob.workload().times().notBefore().isPresent()) {
            unripe.remove(pendingJob);
        }
        pendingJob.line.remove(pendingJob);
        if (pendingJob.line.isEmpty() && !awaits(pendingJob.line)) {
            pendingJob.team().lines.remove(pendingJob.form().index);
        }
    }

    private boolean awaits(PendingGroup pendingGroup) {
        return unripe.stream().anyMatch(pendingJob -> pendingJob.line == pendingGroup);
    }

    void promise(PendingJob pendingJob, Reservation reservation) {
        reservations.forget(pendingJob);
        pendingJob.promised(Optional.of(reservation));
        reservations.keep(pendingJob, reservation);
    }

    /** The place that was kept for it is kept no longer. */
    void forget(PendingJob pendingJob) {
        reservations.lose(pendingJob);
    }

    RunningJob seat(RunningWorkload runningWorkload) {
        return seat(runningWorkload, form(runningWorkload.workload().request()));
    }

    RunningJob seat(RunningWorkload runningWorkload, RequestClass requestClass) {
        TeamShare team = shareOf(runningWorkload.workload());
        NodeState first = byName.get(runningWorkload.placement().seats().getFirst().node());
        String type = first == null ? Node.Devices.NONE : first.pool.type();
        var runningJob = new RunningJob(runningWorkload, requestClass, team, type);
        if (tenants.put(runningWorkload.id(), runningJob) != null) {
            throw new IllegalStateException(runningWorkload.id() + " runs already");
        }
        runningJob.form.asked += runningJob.form.ask().totalThousandths();
        for (NodeAllocation seat : runningJob.seats()) {
            NodeState nodeState = byName.get(seat.node());
            if (nodeState != null) {
                nodeState.take(runningJob, seat);
            }
        }
        team.add(type, runningJob.whole());
        TeamShare.enter(runningJob);
        departingJobs.add(runningJob);
        return runningJob;
    }

    void unseat(RunningJob runningJob, Instant now) {
        runningJob.team.settle(now, policy.halfLife());
        if (tenants.remove(runningJob.running().id()) != runningJob) {
            throw new IllegalStateException(runningJob.id() + " is somebody of the past");
        }
        runningJob.unseated();
        runningJob.form.asked -= runningJob.form.ask().totalThousandths();
        for (NodeAllocation seat : runningJob.seats()) {
            NodeState nodeState = byName.get(seat.node());
            if (nodeState != null) {
                nodeState.give(runningJob, seat);
            }
        }
        runningJob.team.add(runningJob.type, -runningJob.whole());
        TeamShare.leave(runningJob);
        departingJobs.remove(runningJob);
    }

    /** The same tenant in another state: told to leave, or arrived where it was told to go. */
    RunningJob becomes(RunningJob runningJob, RunningWorkload other, Instant now) {
        unseat(runningJob, now);
        return seat(other, runningJob.form);
    }

    /** Somebody who runs, looking for a place of the same type as if it waited. It stands in no line. */
    PendingJob asIfWaiting(RunningJob runningJob) {
        RunningWorkload runningWorkload = runningJob.running();
        RequestClass sameType = form(runningWorkload.workload().request().ofTypes(runningJob.type));
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
