package slipway.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import slipway.base.WorkloadId;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Policy.Taking;
import slipway.schedule.picture.Workload.Kind;

/** Who may be taken for whom: borrowed use for those within their guarantee, and the lower of one's own team. */
final class Victims {

    /** What going loses, then who came last. */
    static final Comparator<Victim> LEAST_LOST =
            Comparator.comparingDouble(Victim::cost)
                    .thenComparing(
                            Comparator.comparingLong((Victim v) -> v.tenant.start()).reversed())
                    .thenComparing(victim -> victim.tenant.id());

    /** Of those with longest to go, so many are looked at; who is behind them has less to give. */
    private static final int LOOKS = 256;

    private static final Comparator<Host> IN_ORDER = Comparator.comparingInt(host -> host.index);

    private final Board board;
    private final long now;
    private final Predicate<Tenant> fresh;

    Victims(Board board, long now, Predicate<Tenant> fresh) {
        this.board = board;
        this.now = now;
        this.fresh = fresh;
    }

    /**
     * @param mask its accelerators on the host in question
     * @param cost accelerator time lost, at its price
     * @param from when it may be told to go
     */
    record Victim(Tenant tenant, long mask, double cost, long from) {}

    long notice() {
        return board.policy.notice().toMillis();
    }

    /** Whom this asker may take, by host in order. */
    Map<Host, List<Victim>> against(Asker asker) {
        Taking taking = board.policy.taking();
        if (!mayTake(asker)) {
            return Map.of();
        }
        Set<Tenant> found = new LinkedHashSet<>();
        if (asker.within() && taking.back()) {
            borrowed(asker, found);
            guests(asker, found);
        }
        own(asker, found);
        WorkloadId id = asker.waiter().waiting().id();
        // Whoever was let in before it agreed to go whenever it comes.
        List<Tenant> inGap = board.going().inGapOf(id);
        inGap.forEach(found::remove);
        Map<Host, List<Victim>> byHost = byHost(found);
        inGap.stream()
                .filter(tenant -> !tenant.leaving())
                .forEach(tenant -> place(tenant, notAtOnce(tenant, now), byHost));
        if (asker.within() || !byHost.isEmpty()) {
            going(asker, byHost);
        }
        return byHost;
    }

    /** Whoever goes anyway costs nothing. */
    private void going(Asker asker, Map<Host, List<Victim>> byHost) {
        for (Tenant tenant : board.going().leaving()) {
            for (Seat seat : tenant.seats()) {
                Host host = board.host(seat.node());
                if (host != null
                        && tenant.leaves(host)
                        && asker.form().pools().contains(host.pool)) {
                    byHost.computeIfAbsent(host, _ -> new ArrayList<>())
                            .add(new Victim(tenant, seat.mask(), 0, now));
                }
            }
        }
    }

    /**
     * Who on these hosts may be moved: what goes on from a checkpoint, sits on one node and is smaller than the
     * asker.
     */
    Map<Host, List<Victim>> movable(Asker asker, List<Host> hosts) {
        int whole = asker.form().ask().whole();
        Set<Tenant> found = new LinkedHashSet<>();
        for (Host host : hosts) {
            for (Tenant tenant : host.tenants) {
                if (tenant.workload().manner().checkpoints()
                        && tenant.running().placement().nodes() == 1
                        && tenant.whole() < whole
                        && stoppable(tenant) <= now) {
                    found.add(tenant);
                }
            }
        }
        return byHost(found);
    }

    private Map<Host, List<Victim>> byHost(Set<Tenant> found) {
        Map<Host, List<Victim>> byHost = new TreeMap<>(IN_ORDER);
        found.stream()
                .filter(tenant -> !tenant.leaving())
                .forEach(tenant -> place(tenant, stoppable(tenant), byHost));
        return byHost;
    }

    private long stoppable(Tenant tenant) {
        return notAtOnce(tenant, tenant.stoppable(board.policy));
    }

    /** Nobody is started and stopped by one plan; the next may do so. */
    private long notAtOnce(Tenant tenant, long from) {
        return tenant.start() == now && fresh.test(tenant) ? Math.max(from, now + 1) : from;
    }

    /** A glance, because most who are blocked may take from nobody. */
    boolean mayTake(Asker asker) {
        Taking taking = board.policy.taking();
        Waiter waiter = asker.waiter();
        return (asker.within() && taking.back() && anybodyBorrows())
                || (asker.within() && board.going().isAnybodyLeaving())
                || board.going().isAnybodyInGapOf(waiter.waiting().id())
                || (taking.lower() && waiter.team().runsBelow(waiter.priority()))
                || (taking.overtake() > 0
                        && waiter.team().runsLonger(waiter.rank() * taking.overtake()))
                || (taking.services() && waiter.workload().isService());
    }

    private boolean anybodyBorrows() {
        for (Share share : board.shares()) {
            if (share.guarantee.lends()) {
                return true;
            }
        }
        return board.hosts().stream().anyMatch(host -> host.home != null);
    }

    private void borrowed(Asker asker, Set<Tenant> found) {
        Share team = asker.waiter().team();
        for (Share share : board.shares()) {
            List<Tenant> borrowers =
                    share.borrowers().stream()
                            .filter(tenant -> asker.form().types().contains(tenant.type))
                            .filter(tenant -> team.guarantor(tenant.type).orElse(team) != share)
                            .toList();
            found.addAll(notGuaranteedAbove(borrowers, share, team));
        }
    }

    /** Use that is beyond a team's own guarantee may still be within that of a team above it: then it stays. */
    static List<Tenant> notGuaranteedAbove(List<Tenant> borrowers, Share share, Share against) {
        List<Share> above =
                share.path.stream()
                        .filter(each -> each != share && !against.path.contains(each))
                        .toList();
        if (above.isEmpty()) {
            return borrowers;
        }
        Map<String, Integer> taken = new HashMap<>();
        List<Tenant> free = new ArrayList<>();
        for (Tenant tenant : borrowers) {
            int before = taken.getOrDefault(tenant.type, 0);
            if (tenant.whole() == 0
                    || above.stream().allMatch(each -> isOver(each, tenant.type, before))) {
                free.add(tenant);
                taken.put(tenant.type, before + tenant.whole());
            }
        }
        return free;
    }

    private static boolean isOver(Share share, String type, int taken) {
        String quota = Share.quotaFor(share.team, type);
        return !share.team.quotas().containsKey(quota)
                || share.has(quota) - share.givenUp(quota) - taken > share.guarantee(type);
    }

    /** Others on nodes that are a part of its team's guarantee in whole nodes. */
    private void guests(Asker asker, Set<Tenant> found) {
        for (Host host : board.hosts()) {
            Share home = host.home;
            if (home != null && asker.waiter().team().path.contains(home)) {
                host.tenants.stream()
                        .filter(tenant -> !tenant.team.path.contains(home))
                        .forEach(found::add);
            }
        }
    }

    private void own(Asker asker, Set<Tenant> found) {
        Taking taking = board.policy.taking();
        Waiter waiter = asker.waiter();
        if (taking.lower() && waiter.team().runsBelow(waiter.priority())) {
            waiter.team().own().stream()
                    .filter(tenant -> tenant.priority() < waiter.priority())
                    .forEach(found::add);
        }
        if (taking.overtake() > 0 && waiter.rank() > 0) {
            overtaken(waiter, taking.overtake(), found);
        }
        if (taking.services() && waiter.workload().isService()) {
            fromJobs(waiter, found);
        }
    }

    /** Among equals, who has much longer to go gives way to who will soon be done. */
    private void overtaken(Waiter waiter, int factor, Set<Tenant> found) {
        int looked = 0;
        for (Tenant tenant : waiter.team().longest()) {
            if (tenant.rank() / factor <= waiter.rank() || looked == LOOKS) {
                return;
            }
            if (!tenant.seated()) {
                continue;
            }
            looked++;
            if (tenant.priority() == waiter.priority() && stoppable(tenant) <= now) {
                found.add(tenant);
            }
        }
    }

    /** A team's services take from its jobs until these are down to what is kept for them. */
    private void fromJobs(Waiter waiter, Set<Tenant> found) {
        Map<String, Integer> left = new HashMap<>();
        for (Tenant tenant : waiter.team().own()) {
            if (tenant.workload().manner().kind() == Kind.JOB) {
                left.merge(tenant.type, tenant.whole(), Integer::sum);
            }
        }
        for (Tenant tenant : waiter.team().own().reversed()) {
            int kept =
                    (int)
                            ((long) waiter.team().guarantee(tenant.type)
                                    * board.policy.taking().keep()
                                    / 100);
            int after = left.getOrDefault(tenant.type, 0) - tenant.whole();
            if (tenant.workload().manner().kind() == Kind.JOB
                    && tenant.priority() <= waiter.priority()
                    && after >= kept) {
                found.add(tenant);
                left.put(tenant.type, after);
            }
        }
    }

    private void place(Tenant tenant, long from, Map<Host, List<Victim>> byHost) {
        for (Seat seat : tenant.seats()) {
            Host host = board.host(seat.node());
            if (host != null) {
                byHost.computeIfAbsent(host, _ -> new ArrayList<>())
                        .add(new Victim(tenant, seat.mask(), cost(tenant, host), from));
            }
        }
    }

    private double cost(Tenant tenant, Host host) {
        if (tenant.canLose(1)) {
            return 0;
        }
        double price = Math.max(1, host.node.offer().price());
        return (double) tenant.lost(now) * tenant.whole() * price;
    }
}
