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
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.SchedulableWorkload.Kind;
import slipway.schedule.snapshot.SchedulingPolicy.PreemptionRules;

/** Who may be taken for whom: borrowed use for those within their guarantee, and the lower of one's own team. */
final class PreemptionCandidates {

    /** What going loses, then who came last. */
    static final Comparator<Victim> LEAST_LOST =
            Comparator.comparingDouble(Victim::cost)
                    .thenComparing(
                            Comparator.comparingLong((Victim v) -> v.tenant.start()).reversed())
                    .thenComparing(victim -> victim.tenant.id());

    /** Of those with longest to go, so many are looked at; who is behind them has less to give. */
    private static final int LOOKS = 256;

    private static final Comparator<NodeState> IN_ORDER =
            Comparator.comparingInt(nodeState -> nodeState.index);

    private final ClusterIndex clusterIndex;
    private final long now;
    private final Predicate<RunningJob> fresh;

    PreemptionCandidates(ClusterIndex clusterIndex, long now, Predicate<RunningJob> fresh) {
        this.clusterIndex = clusterIndex;
        this.now = now;
        this.fresh = fresh;
    }

    /**
     * @param mask its accelerators on the host in question
     * @param cost accelerator time lost, at its price
     * @param from when it may be told to go
     */
    record Victim(RunningJob tenant, long mask, double cost, long from) {}

    long notice() {
        return clusterIndex.policy.notice().toMillis();
    }

    /** Whom this asker may take, by host in order. */
    Map<NodeState, List<Victim>> against(PlacementRequest placementRequest) {
        PreemptionRules taking = clusterIndex.policy.preemption();
        if (!mayTake(placementRequest)) {
            return Map.of();
        }
        Set<RunningJob> found = new LinkedHashSet<>();
        if (placementRequest.within() && taking.reclaim()) {
            borrowed(placementRequest, found);
            guests(placementRequest, found);
        }
        own(placementRequest, found);
        WorkloadId id = placementRequest.waiter().waiting().id();
        // Whoever was let in before it agreed to go whenever it comes.
        List<RunningJob> inGap = clusterIndex.going().inGapOf(id);
        inGap.forEach(found::remove);
        Map<NodeState, List<Victim>> byHost = byHost(found);
        inGap.stream()
                .filter(runningJob -> !runningJob.leaving())
                .forEach(runningJob -> place(runningJob, notAtOnce(runningJob, now), byHost));
        if (placementRequest.within() || !byHost.isEmpty()) {
            going(placementRequest, byHost);
        }
        return byHost;
    }

    /** Whoever goes anyway costs nothing. */
    private void going(PlacementRequest placementRequest, Map<NodeState, List<Victim>> byHost) {
        for (RunningJob runningJob : clusterIndex.going().leaving()) {
            for (NodeAllocation seat : runningJob.seats()) {
                NodeState nodeState = clusterIndex.host(seat.node());
                if (nodeState != null
                        && runningJob.leaves(nodeState)
                        && placementRequest.form().pools().contains(nodeState.pool)) {
                    byHost.computeIfAbsent(nodeState, _ -> new ArrayList<>())
                            .add(new Victim(runningJob, seat.mask(), 0, now));
                }
            }
        }
    }

    /**
     * Who on these hosts may be moved: what goes on from a checkpoint, sits on one node and is smaller than the
     * asker.
     */
    Map<NodeState, List<Victim>> movable(PlacementRequest placementRequest, List<NodeState> hosts) {
        int whole = placementRequest.form().ask().totalThousandths();
        Set<RunningJob> found = new LinkedHashSet<>();
        for (NodeState nodeState : hosts) {
            for (RunningJob runningJob : nodeState.tenants) {
                if (runningJob.workload().attributes().checkpoints()
                        && runningJob.running().placement().nodes() == 1
                        && runningJob.whole() < whole
                        && stoppable(runningJob) <= now) {
                    found.add(runningJob);
                }
            }
        }
        return byHost(found);
    }

    private Map<NodeState, List<Victim>> byHost(Set<RunningJob> found) {
        Map<NodeState, List<Victim>> byHost = new TreeMap<>(IN_ORDER);
        found.stream()
                .filter(runningJob -> !runningJob.leaving())
                .forEach(runningJob -> place(runningJob, stoppable(runningJob), byHost));
        return byHost;
    }

    private long stoppable(RunningJob runningJob) {
        return notAtOnce(runningJob, runningJob.stoppable(clusterIndex.policy));
    }

    /** Nobody is started and stopped by one plan; the next may do so. */
    private long notAtOnce(RunningJob runningJob, long from) {
        return runningJob.start() == now && fresh.test(runningJob) ? Math.max(from, now + 1) : from;
    }

    /** A glance, because most who are blocked may take from nobody. */
    boolean mayTake(PlacementRequest placementRequest) {
        PreemptionRules taking = clusterIndex.policy.preemption();
        PendingJob pendingJob = placementRequest.waiter();
        return (placementRequest.within() && taking.reclaim() && anybodyBorrows())
                || (placementRequest.within() && clusterIndex.going().isAnybodyLeaving())
                || clusterIndex.going().isAnybodyInGapOf(pendingJob.waiting().id())
                || (taking.lowerPriority() && pendingJob.team().runsBelow(pendingJob.priority()))
                || (taking.overtakeFactor() > 0
                        && pendingJob
                                .team()
                                .runsLonger(pendingJob.rank() * taking.overtakeFactor()))
                || (taking.servicesOverJobs() && pendingJob.workload().isService());
    }

    private boolean anybodyBorrows() {
        for (TeamShare teamShare : clusterIndex.shares()) {
            if (teamShare.guarantee.lends()) {
                return true;
            }
        }
        return clusterIndex.hosts().stream().anyMatch(nodeState -> nodeState.home != null);
    }

    private void borrowed(PlacementRequest placementRequest, Set<RunningJob> found) {
        TeamShare team = placementRequest.waiter().team();
        for (TeamShare teamShare : clusterIndex.shares()) {
            List<RunningJob> borrowers =
                    teamShare.borrowers().stream()
                            .filter(
                                    runningJob ->
                                            placementRequest
                                                    .form()
                                                    .types()
                                                    .contains(runningJob.type))
                            .filter(
                                    runningJob ->
                                            team.guarantor(runningJob.type).orElse(team)
                                                    != teamShare)
                            .toList();
            found.addAll(notGuaranteedAbove(borrowers, teamShare, team));
        }
    }

    /** Use that is beyond a team's own guarantee may still be within that of a team above it: then it stays. */
    static List<RunningJob> notGuaranteedAbove(
            List<RunningJob> borrowers, TeamShare teamShare, TeamShare against) {
        List<TeamShare> above =
                teamShare.path.stream()
                        .filter(each -> each != teamShare && !against.path.contains(each))
                        .toList();
        if (above.isEmpty()) {
            return borrowers;
        }
        Map<String, Integer> taken = new HashMap<>();
        List<RunningJob> free = new ArrayList<>();
        for (RunningJob runningJob : borrowers) {
            int before = taken.getOrDefault(runningJob.type, 0);
            if (runningJob.whole() == 0
                    || above.stream().allMatch(each -> isOver(each, runningJob.type, before))) {
                free.add(runningJob);
                taken.put(runningJob.type, before + runningJob.whole());
            }
        }
        return free;
    }

    private static boolean isOver(TeamShare teamShare, String type, int taken) {
        String quota = TeamShare.quotaFor(teamShare.team, type);
        return !teamShare.team.quotas().containsKey(quota)
                || teamShare.has(quota) - teamShare.givenUp(quota) - taken
                        > teamShare.guarantee(type);
    }

    /** Others on nodes that are a part of its team's guarantee in whole nodes. */
    private void guests(PlacementRequest placementRequest, Set<RunningJob> found) {
        for (NodeState nodeState : clusterIndex.hosts()) {
            TeamShare home = nodeState.home;
            if (home != null && placementRequest.waiter().team().path.contains(home)) {
                nodeState.tenants.stream()
                        .filter(runningJob -> !runningJob.team.path.contains(home))
                        .forEach(found::add);
            }
        }
    }

    private void own(PlacementRequest placementRequest, Set<RunningJob> found) {
        PreemptionRules taking = clusterIndex.policy.preemption();
        PendingJob pendingJob = placementRequest.waiter();
        if (taking.lowerPriority() && pendingJob.team().runsBelow(pendingJob.priority())) {
            pendingJob.team().own().stream()
                    .filter(runningJob -> runningJob.priority() < pendingJob.priority())
                    .forEach(found::add);
        }
        if (taking.overtakeFactor() > 0 && pendingJob.rank() > 0) {
            overtaken(pendingJob, taking.overtakeFactor(), found);
        }
        if (taking.servicesOverJobs() && pendingJob.workload().isService()) {
            fromJobs(pendingJob, found);
        }
    }

    /** Among equals, who has much longer to go gives way to who will soon be done. */
    private void overtaken(PendingJob pendingJob, int factor, Set<RunningJob> found) {
        int looked = 0;
        for (RunningJob runningJob : pendingJob.team().longest()) {
            if (runningJob.rank() / factor <= pendingJob.rank() || looked == LOOKS) {
                return;
            }
            if (!runningJob.seated()) {
                continue;
            }
            looked++;
            if (runningJob.priority() == pendingJob.priority() && stoppable(runningJob) <= now) {
                found.add(runningJob);
            }
        }
    }

    /** A team's services take from its jobs until these are down to what is kept for them. */
    private void fromJobs(PendingJob pendingJob, Set<RunningJob> found) {
        Map<String, Integer> left = new HashMap<>();
        for (RunningJob runningJob : pendingJob.team().own()) {
            if (runningJob.workload().attributes().kind() == Kind.JOB) {
                left.merge(runningJob.type, runningJob.whole(), Integer::sum);
            }
        }
        for (RunningJob runningJob : pendingJob.team().own().reversed()) {
            int kept =
                    (int)
                            ((long) pendingJob.team().guarantee(runningJob.type)
                                    * clusterIndex.policy.preemption().jobGuaranteePercent()
                                    / 100);
            int after = left.getOrDefault(runningJob.type, 0) - runningJob.whole();
            if (runningJob.workload().attributes().kind() == Kind.JOB
                    && runningJob.priority() <= pendingJob.priority()
                    && after >= kept) {
                found.add(runningJob);
                left.put(runningJob.type, after);
            }
        }
    }

    private void place(RunningJob runningJob, long from, Map<NodeState, List<Victim>> byHost) {
        for (NodeAllocation seat : runningJob.seats()) {
            NodeState nodeState = clusterIndex.host(seat.node());
            if (nodeState != null) {
                byHost.computeIfAbsent(nodeState, _ -> new ArrayList<>())
                        .add(
                                new Victim(
                                        runningJob,
                                        seat.mask(),
                                        cost(runningJob, nodeState),
                                        from));
            }
        }
    }

    private double cost(RunningJob runningJob, NodeState nodeState) {
        if (runningJob.canLose(1)) {
            return 0;
        }
        double price = Math.max(1, nodeState.node.offer().hourlyPrice());
        return (double) runningJob.lost(now) * runningJob.whole() * price;
    }
}
