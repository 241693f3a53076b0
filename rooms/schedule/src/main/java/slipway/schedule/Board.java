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
import slipway.schedule.picture.Ask;
import slipway.schedule.picture.Booking;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Promise;
import slipway.schedule.picture.Running;
import slipway.schedule.picture.Team;
import slipway.schedule.picture.Waiting;
import slipway.schedule.picture.Workload;

/**
 * The picture, laid out for deciding: hosts sorted by what is free, the waiting by team and ask, the running by team.
 * It is kept from one plan to the next and changed in place, and it holds nothing that is not in the picture: laid out
 * anew from {@link #picture} it is the same board. That is why a plan that continues another equals a plan from
 * scratch.
 */
final class Board {

    private static final Comparator<Node> BESIDE_EACH_OTHER =
            Comparator.comparing((Node node) -> node.site().pod())
                    .thenComparing(node -> node.site().rack())
                    .thenComparing(Node::name);

    final Policy policy;
    private List<Host> hosts = List.of();
    private List<Pool> pools = List.of();
    private Map<String, Host> byName = Map.of();
    private List<Booking> bookings;
    private Packing.Wanted wanted = Packing.Wanted.NOTHING;
    private final Map<TeamId, Share> shares = new TreeMap<>();
    private final Map<Ask, Form> forms = new HashMap<>();
    private final Map<WorkloadId, Waiter> waiters = new HashMap<>();
    private final Map<WorkloadId, Tenant> tenants = new HashMap<>();
    private final Kept reservations = new Kept(this);
    private final Going departingJobs = new Going();
    private final NavigableSet<Waiter> unripe =
            new TreeSet<>(
                    Comparator.<Waiter, Instant>comparing(
                                    pendingJob ->
                                            pendingJob.workload().times().notBefore().orElseThrow())
                            .thenComparing(pendingJob -> pendingJob.waiting().id()));

    Board(Cluster clusterSnapshot) {
        this.policy = clusterSnapshot.policy();
        this.bookings = clusterSnapshot.bookings();
        layShares(clusterSnapshot.teams());
        layHosts(clusterSnapshot.nodes());
        clusterSnapshot.running().forEach(this::seat);
        clusterSnapshot.waiting().forEach(this::queue);
    }

    // Laying out.

    private void layShares(List<Team> teams) {
        Map<TeamId, Team> byId = new LinkedHashMap<>();
        teams.forEach(teamQuotas -> byId.put(teamQuotas.id(), teamQuotas));
        teams.forEach(teamQuotas -> share(teamQuotas, byId));
    }

    private Share share(Team teamQuotas, Map<TeamId, Team> byId) {
        Share there = shares.get(teamQuotas.id());
        if (there != null) {
            return there;
        }
        Optional<Share> parent =
                teamQuotas.parent().map(byId::get).map(above -> share(above, byId));
        var made = new Share(teamQuotas, parent);
        shares.put(teamQuotas.id(), made);
        return made;
    }

    private void layHosts(List<Node> nodes) {
        List<Node> sorted = nodes.stream().sorted(BESIDE_EACH_OTHER).toList();
        Map<String, Pool> kinds = new LinkedHashMap<>();
        Map<String, Integer> rackNumbers = new HashMap<>();
        Map<String, Integer> podNumbers = new HashMap<>();
        Map<String, Host> names = new HashMap<>();
        List<Host> laid = new ArrayList<>();
        for (Node node : sorted) {
            Pool nodePool =
                    kinds.computeIfAbsent(
                            node.kind(), _ -> new Pool(kinds.size(), node, sorted.size()));
            String pod = node.site().pod();
            int podNumber = podNumbers.computeIfAbsent(pod, _ -> podNumbers.size());
            int rackNumber =
                    rackNumbers.computeIfAbsent(
                            pod + "/" + node.site().rack(), _ -> rackNumbers.size());
            var nodeState = new Host(laid.size(), node, nodePool, rackNumber, podNumber);
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
        Guarantees.settle(this);
    }

    /** True if a node is the same in everything but its condition: then nothing has to be laid out again. */
    boolean change(Node node) {
        Host nodeState = byName.get(node.name());
        if (nodeState == null || !nodeState.node.becomes(node.condition()).equals(node)) {
            return false;
        }
        nodeState.pool.leave(nodeState);
        nodeState.node = node;
        nodeState.pool.enter(nodeState);
        Guarantees.settle(this);
        return true;
    }

    void book(List<Booking> now) {
        bookings = now;
        for (Host nodeState : hosts) {
            nodeState.bookings =
                    now.stream()
                            .filter(each -> each.nodes().contains(nodeState.node.name()))
                            .toList();
        }
    }

    // Reading.

    List<Host> hosts() {
        return hosts;
    }

    List<Pool> pools() {
        return pools;
    }

    /** How much accelerators of a pool are wanted by name, for the search; see {@link Packing.Wanted}. */
    double price(Pool nodePool) {
        return wanted.price(nodePool.type());
    }

    /** At the start of a cycle. */
    void reprice() {
        wanted =
                pools.size() < 2 ? Packing.Wanted.NOTHING : Packing.Wanted.of(this, forms.values());
    }

    Host host(int index) {
        return hosts.get(index);
    }

    @Nullable Host host(String name) {
        return byName.get(name);
    }

    Iterable<Share> shares() {
        return shares.values();
    }

    Optional<Share> share(TeamId id) {
        return Optional.ofNullable(shares.get(id));
    }

    Optional<Waiter> waiter(WorkloadId id) {
        return Optional.ofNullable(waiters.get(id));
    }

    Optional<Tenant> tenant(WorkloadId id) {
        return Optional.ofNullable(tenants.get(id));
    }

    int waiting() {
        return waiters.size();
    }

    int running() {
        return tenants.size();
    }

    /** Those for whom a place is kept, the earliest first. */
    List<Waiter> promised() {
        return reservations.holders();
    }

    Kept kept() {
        return reservations;
    }

    Going going() {
        return departingJobs;
    }

    NavigableSet<Waiter> unripe() {
        return unripe;
    }

    List<Booking> bookings() {
        return bookings;
    }

    Form form(Ask resourceRequest) {
        return forms.computeIfAbsent(
                resourceRequest,
                _ -> {
                    var requestClass = new Form(forms.size(), resourceRequest);
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
    Cluster picture() {
        return new Cluster(
                policy,
                hosts.stream().map(nodeState -> nodeState.node).toList(),
                shares.values().stream()
                        .map(teamShare -> teamShare.team.used(teamShare.used()))
                        .toList(),
                bookings,
                tenants.values().stream()
                        .map(Tenant::running)
                        .sorted(Comparator.comparing(Running::id))
                        .toList(),
                waiters.values().stream()
                        .map(Waiter::waiting)
                        .sorted(Comparator.comparing(Waiting::id))
                        .toList());
    }

    // Changing.

    Waiter queue(Waiting pendingWorkload) {
        Workload schedulableWorkload = pendingWorkload.workload();
        Share team = shareOf(schedulableWorkload);
        Form requestClass = form(schedulableWorkload.ask());
        Line pendingGroup =
                team.lines.computeIfAbsent(
                        requestClass.index, _ -> new Line(team, requestClass, order()));
        var pendingJob = new Waiter(pendingWorkload, pendingGroup, policy);
        waiters.put(pendingWorkload.id(), pendingJob);
        requestClass.asked += requestClass.ask().whole();
        if (schedulableWorkload.times().notBefore().isPresent()) {
            unripe.add(pendingJob);
        } else {
            pendingGroup.add(pendingJob);
        }
        pendingWorkload
                .promise()
                .ifPresent(reservation -> reservations.keep(pendingJob, reservation));
        return pendingJob;
    }

    Comparator<Waiter> order() {
        return policy.order() == Policy.Order.SHORTEST ? Waiter.SHORTEST : Waiter.FIRST_COME;
    }

    private Share shareOf(Workload schedulableWorkload) {
        Share teamShare = shares.get(schedulableWorkload.team());
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
            Waiter pendingJob = unripe.pollFirst();
            pendingJob.line.add(pendingJob);
        }
    }

    void unqueue(Waiter pendingJob) {
        reservations.forget(pendingJob);
        waiters.remove(pendingJob.waiting().id());
        pendingJob.form().asked -= pendingJob.form().ask().whole();
        if (pendingJob.workload().times().notBefore().isPresent()) {
            unripe.remove(pendingJob);
        }
        pendingJob.line.remove(pendingJob);
        if (pendingJob.line.isEmpty() && !awaits(pendingJob.line)) {
            pendingJob.team().lines.remove(pendingJob.form().index);
        }
    }

    private boolean awaits(Line pendingGroup) {
        return unripe.stream().anyMatch(pendingJob -> pendingJob.line == pendingGroup);
    }

    void promise(Waiter pendingJob, Promise reservation) {
        reservations.forget(pendingJob);
        pendingJob.promised(Optional.of(reservation));
        reservations.keep(pendingJob, reservation);
    }

    /** The place that was kept for it is kept no longer. */
    void forget(Waiter pendingJob) {
        reservations.lose(pendingJob);
    }

    Tenant seat(Running runningWorkload) {
        return seat(runningWorkload, form(runningWorkload.workload().ask()));
    }

    Tenant seat(Running runningWorkload, Form requestClass) {
        Share team = shareOf(runningWorkload.workload());
        Host first = byName.get(runningWorkload.placement().seats().getFirst().node());
        String type = first == null ? Node.Devices.NONE : first.pool.type();
        var runningJob = new Tenant(runningWorkload, requestClass, team, type);
        if (tenants.put(runningWorkload.id(), runningJob) != null) {
            throw new IllegalStateException(runningWorkload.id() + " runs already");
        }
        runningJob.form.asked += runningJob.form.ask().whole();
        for (Seat seat : runningJob.seats()) {
            Host nodeState = byName.get(seat.node());
            if (nodeState != null) {
                nodeState.take(runningJob, seat);
            }
        }
        team.add(type, runningJob.whole());
        Share.enter(runningJob);
        departingJobs.add(runningJob);
        return runningJob;
    }

    void unseat(Tenant runningJob, Instant now) {
        runningJob.team.settle(now, policy.halfLife());
        if (tenants.remove(runningJob.running().id()) != runningJob) {
            throw new IllegalStateException(runningJob.id() + " is somebody of the past");
        }
        runningJob.unseated();
        runningJob.form.asked -= runningJob.form.ask().whole();
        for (Seat seat : runningJob.seats()) {
            Host nodeState = byName.get(seat.node());
            if (nodeState != null) {
                nodeState.give(runningJob, seat);
            }
        }
        runningJob.team.add(runningJob.type, -runningJob.whole());
        Share.leave(runningJob);
        departingJobs.remove(runningJob);
    }

    /** The same tenant in another state: told to leave, or arrived where it was told to go. */
    Tenant becomes(Tenant runningJob, Running other, Instant now) {
        unseat(runningJob, now);
        return seat(other, runningJob.form);
    }

    /** Somebody who runs, looking for a place of the same type as if it waited. It stands in no line. */
    Waiter asIfWaiting(Tenant runningJob) {
        Running runningWorkload = runningJob.running();
        Form sameType = form(runningWorkload.workload().ask().types(runningJob.type));
        return new Waiter(
                new Waiting(
                        runningWorkload.workload(),
                        runningWorkload.done(),
                        runningWorkload.preempted(),
                        Optional.empty()),
                new Line(runningJob.team, sameType, order()),
                policy);
    }
}
