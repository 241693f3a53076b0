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
    private final Kept kept = new Kept(this);
    private final Going going = new Going();
    private final NavigableSet<Waiter> unripe =
            new TreeSet<>(
                    Comparator.<Waiter, Instant>comparing(
                                    waiter -> waiter.workload().times().notBefore().orElseThrow())
                            .thenComparing(waiter -> waiter.waiting().id()));

    Board(Cluster cluster) {
        this.policy = cluster.policy();
        this.bookings = cluster.bookings();
        layShares(cluster.teams());
        layHosts(cluster.nodes());
        cluster.running().forEach(this::seat);
        cluster.waiting().forEach(this::queue);
    }

    // Laying out.

    private void layShares(List<Team> teams) {
        Map<TeamId, Team> byId = new LinkedHashMap<>();
        teams.forEach(team -> byId.put(team.id(), team));
        teams.forEach(team -> share(team, byId));
    }

    private Share share(Team team, Map<TeamId, Team> byId) {
        Share there = shares.get(team.id());
        if (there != null) {
            return there;
        }
        Optional<Share> parent = team.parent().map(byId::get).map(above -> share(above, byId));
        var made = new Share(team, parent);
        shares.put(team.id(), made);
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
            Pool pool =
                    kinds.computeIfAbsent(
                            node.kind(), _ -> new Pool(kinds.size(), node, sorted.size()));
            String pod = node.site().pod();
            int podNumber = podNumbers.computeIfAbsent(pod, _ -> podNumbers.size());
            int rackNumber =
                    rackNumbers.computeIfAbsent(
                            pod + "/" + node.site().rack(), _ -> rackNumbers.size());
            var host = new Host(laid.size(), node, pool, rackNumber, podNumber);
            laid.add(host);
            names.put(node.name(), host);
            pool.hosts.add(host);
            pool.enter(host);
        }
        hosts = List.copyOf(laid);
        pools = List.copyOf(kinds.values());
        byName = names;
        forms.values().forEach(form -> form.lookIn(pools));
        book(bookings);
        Guarantees.settle(this);
    }

    /** True if a node is the same in everything but its condition: then nothing has to be laid out again. */
    boolean change(Node node) {
        Host host = byName.get(node.name());
        if (host == null || !host.node.becomes(node.condition()).equals(node)) {
            return false;
        }
        host.pool.leave(host);
        host.node = node;
        host.pool.enter(host);
        Guarantees.settle(this);
        return true;
    }

    void book(List<Booking> now) {
        bookings = now;
        for (Host host : hosts) {
            host.bookings =
                    now.stream().filter(each -> each.nodes().contains(host.node.name())).toList();
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
    double price(Pool pool) {
        return wanted.price(pool.type());
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
        return kept.holders();
    }

    Kept kept() {
        return kept;
    }

    Going going() {
        return going;
    }

    NavigableSet<Waiter> unripe() {
        return unripe;
    }

    List<Booking> bookings() {
        return bookings;
    }

    Form form(Ask ask) {
        return forms.computeIfAbsent(
                ask,
                _ -> {
                    var form = new Form(forms.size(), ask);
                    form.lookIn(pools);
                    return form;
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
                hosts.stream().map(host -> host.node).toList(),
                shares.values().stream().map(share -> share.team.used(share.used())).toList(),
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

    Waiter queue(Waiting waiting) {
        Workload workload = waiting.workload();
        Share team = shareOf(workload);
        Form form = form(workload.ask());
        Line line = team.lines.computeIfAbsent(form.index, _ -> new Line(team, form, order()));
        var waiter = new Waiter(waiting, line, policy);
        waiters.put(waiting.id(), waiter);
        form.asked += form.ask().whole();
        if (workload.times().notBefore().isPresent()) {
            unripe.add(waiter);
        } else {
            line.add(waiter);
        }
        waiting.promise().ifPresent(promise -> kept.keep(waiter, promise));
        return waiter;
    }

    Comparator<Waiter> order() {
        return policy.order() == Policy.Order.SHORTEST ? Waiter.SHORTEST : Waiter.FIRST_COME;
    }

    private Share shareOf(Workload workload) {
        Share share = shares.get(workload.team());
        if (share == null) {
            throw new IllegalArgumentException(
                    "Workload %s belongs to team %s, which is not in the picture"
                            .formatted(workload.id(), workload.team()));
        }
        return share;
    }

    /** Whoever waited for a time of day joins its line. */
    void ripen(long now) {
        while (!unripe.isEmpty() && unripe.first().ripe(now)) {
            Waiter waiter = unripe.pollFirst();
            waiter.line.add(waiter);
        }
    }

    void unqueue(Waiter waiter) {
        kept.forget(waiter);
        waiters.remove(waiter.waiting().id());
        waiter.form().asked -= waiter.form().ask().whole();
        if (waiter.workload().times().notBefore().isPresent()) {
            unripe.remove(waiter);
        }
        waiter.line.remove(waiter);
        if (waiter.line.isEmpty() && !awaits(waiter.line)) {
            waiter.team().lines.remove(waiter.form().index);
        }
    }

    private boolean awaits(Line line) {
        return unripe.stream().anyMatch(waiter -> waiter.line == line);
    }

    void promise(Waiter waiter, Promise promise) {
        kept.forget(waiter);
        waiter.promised(Optional.of(promise));
        kept.keep(waiter, promise);
    }

    /** The place that was kept for it is kept no longer. */
    void forget(Waiter waiter) {
        kept.lose(waiter);
    }

    Tenant seat(Running running) {
        return seat(running, form(running.workload().ask()));
    }

    Tenant seat(Running running, Form form) {
        Share team = shareOf(running.workload());
        Host first = byName.get(running.placement().seats().getFirst().node());
        String type = first == null ? Node.Devices.NONE : first.pool.type();
        var tenant = new Tenant(running, form, team, type);
        if (tenants.put(running.id(), tenant) != null) {
            throw new IllegalStateException(running.id() + " runs already");
        }
        tenant.form.asked += tenant.form.ask().whole();
        for (Seat seat : tenant.seats()) {
            Host host = byName.get(seat.node());
            if (host != null) {
                host.take(tenant, seat);
            }
        }
        team.add(type, tenant.whole());
        Share.enter(tenant);
        going.add(tenant);
        return tenant;
    }

    void unseat(Tenant tenant, Instant now) {
        tenant.team.settle(now, policy.halfLife());
        if (tenants.remove(tenant.running().id()) != tenant) {
            throw new IllegalStateException(tenant.id() + " is somebody of the past");
        }
        tenant.unseated();
        tenant.form.asked -= tenant.form.ask().whole();
        for (Seat seat : tenant.seats()) {
            Host host = byName.get(seat.node());
            if (host != null) {
                host.give(tenant, seat);
            }
        }
        tenant.team.add(tenant.type, -tenant.whole());
        Share.leave(tenant);
        going.remove(tenant);
    }

    /** The same tenant in another state: told to leave, or arrived where it was told to go. */
    Tenant becomes(Tenant tenant, Running other, Instant now) {
        unseat(tenant, now);
        return seat(other, tenant.form);
    }

    /** Somebody who runs, looking for a place of the same type as if it waited. It stands in no line. */
    Waiter asIfWaiting(Tenant tenant) {
        Running running = tenant.running();
        Form sameType = form(running.workload().ask().types(tenant.type));
        return new Waiter(
                new Waiting(
                        running.workload(), running.done(), running.preempted(), Optional.empty()),
                new Line(tenant.team, sameType, order()),
                policy);
    }
}
