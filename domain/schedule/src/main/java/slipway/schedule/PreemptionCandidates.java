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

/**
 * Selects the running jobs that may be preempted for a pending job: borrowers for a job within its guarantee, and jobs
 * of the same team by priority, remaining runtime and kind.
 */
final class PreemptionCandidates {

    /** By the work that is lost, then the youngest first. */
    static final Comparator<Victim> LEAST_LOST =
            Comparator.comparingDouble(Victim::cost)
                    .thenComparing(Comparator.comparingLong((Victim v) -> v.job.start()).reversed())
                    .thenComparing(victim -> victim.job.id());

    /** How many of the jobs with the longest remaining runtime are checked; those behind them free less. */
    private static final int SCAN_LIMIT = 256;

    private static final Comparator<NodeState> NODE_ORDER =
            Comparator.comparingInt(nodeState -> nodeState.index);

    private final ClusterIndex clusterIndex;
    private final long now;
    private final Predicate<RunningJob> justStarted;

    PreemptionCandidates(ClusterIndex clusterIndex, long now, Predicate<RunningJob> fresh) {
        this.clusterIndex = clusterIndex;
        this.now = now;
        this.justStarted = fresh;
    }

    /**
     * @param mask its accelerators on the node
     * @param cost the accelerator time that is lost, at its price
     * @param from when it may be preempted, in epoch milliseconds
     */
    record Victim(RunningJob job, long mask, double cost, long from) {}

    long notice() {
        return clusterIndex.policy.notice().toMillis();
    }

    /** The jobs that this job may preempt, by node in order. */
    Map<NodeState, List<Victim>> victimsFor(PlacementRequest placementRequest) {
        PreemptionRules rules = clusterIndex.policy.preemption();
        if (!mayPreempt(placementRequest)) {
            return Map.of();
        }
        Set<RunningJob> found = new LinkedHashSet<>();
        if (placementRequest.withinGuarantee() && rules.reclaim()) {
            addBorrowers(placementRequest, found);
            addGuests(placementRequest, found);
        }
        addOwnTeam(placementRequest, found);
        WorkloadId id = placementRequest.job().pending().id();
        // A job that was backfilled before this one makes way whenever it starts.
        List<RunningJob> backfilled = clusterIndex.departingJobs().backfilledBefore(id);
        backfilled.forEach(found::remove);
        Map<NodeState, List<Victim>> byNode = byNode(found);
        backfilled.stream()
                .filter(runningJob -> !runningJob.departing())
                .forEach(
                        runningJob ->
                                addVictims(runningJob, notInSameCycle(runningJob, now), byNode));
        if (placementRequest.withinGuarantee() || !byNode.isEmpty()) {
            addDeparting(placementRequest, byNode);
        }
        return byNode;
    }

    /** A departing job costs nothing. */
    private void addDeparting(
            PlacementRequest placementRequest, Map<NodeState, List<Victim>> byNode) {
        for (RunningJob runningJob : clusterIndex.departingJobs().departing()) {
            for (NodeAllocation allocation : runningJob.allocations()) {
                NodeState nodeState = clusterIndex.node(allocation.node());
                if (nodeState != null
                        && runningJob.departsFrom(nodeState)
                        && placementRequest.requestClass().pools().contains(nodeState.pool)) {
                    byNode.computeIfAbsent(nodeState, _ -> new ArrayList<>())
                            .add(new Victim(runningJob, allocation.mask(), 0, now));
                }
            }
        }
    }

    /**
     * The jobs on these nodes that may be migrated: they have checkpoints, run on one node and are smaller than the
     * pending job.
     */
    Map<NodeState, List<Victim>> movable(PlacementRequest placementRequest, List<NodeState> nodes) {
        int thousandths = placementRequest.requestClass().request().totalThousandths();
        Set<RunningJob> found = new LinkedHashSet<>();
        for (NodeState nodeState : nodes) {
            for (RunningJob runningJob : nodeState.runningJobs) {
                if (runningJob.workload().attributes().checkpoints()
                        && runningJob.running().placement().nodes() == 1
                        && runningJob.thousandths() < thousandths
                        && preemptibleFrom(runningJob) <= now) {
                    found.add(runningJob);
                }
            }
        }
        return byNode(found);
    }

    private Map<NodeState, List<Victim>> byNode(Set<RunningJob> found) {
        Map<NodeState, List<Victim>> byNode = new TreeMap<>(NODE_ORDER);
        found.stream()
                .filter(runningJob -> !runningJob.departing())
                .forEach(runningJob -> addVictims(runningJob, preemptibleFrom(runningJob), byNode));
        return byNode;
    }

    private long preemptibleFrom(RunningJob runningJob) {
        return notInSameCycle(runningJob, runningJob.preemptibleFrom(clusterIndex.policy));
    }

    /** No job is started and preempted in one cycle; the next cycle may preempt it. */
    private long notInSameCycle(RunningJob runningJob, long from) {
        return runningJob.start() == now && justStarted.test(runningJob)
                ? Math.max(from, now + 1)
                : from;
    }

    /** A cheap check, because most blocked jobs may preempt nothing. */
    boolean mayPreempt(PlacementRequest placementRequest) {
        PreemptionRules rules = clusterIndex.policy.preemption();
        PendingJob pendingJob = placementRequest.job();
        return (placementRequest.withinGuarantee() && rules.reclaim() && isAnyBorrowing())
                || (placementRequest.withinGuarantee()
                        && clusterIndex.departingJobs().isAnyDeparting())
                || clusterIndex.departingJobs().isAnyBackfilledBefore(pendingJob.pending().id())
                || (rules.lowerPriority()
                        && pendingJob.team().runsBelowPriority(pendingJob.priority()))
                || (rules.overtakeFactor() > 0
                        && pendingJob.team().runsLonger(pendingJob.rank() * rules.overtakeFactor()))
                || (rules.servicesOverJobs() && pendingJob.workload().isService());
    }

    private boolean isAnyBorrowing() {
        for (TeamShare teamShare : clusterIndex.teamShares()) {
            if (teamShare.guarantee.isLending()) {
                return true;
            }
        }
        return clusterIndex.nodes().stream().anyMatch(nodeState -> nodeState.guaranteedTo != null);
    }

    private void addBorrowers(PlacementRequest placementRequest, Set<RunningJob> found) {
        TeamShare team = placementRequest.job().team();
        for (TeamShare teamShare : clusterIndex.teamShares()) {
            List<RunningJob> borrowers =
                    teamShare.guarantee.borrowers().stream()
                            .filter(
                                    runningJob ->
                                            placementRequest
                                                    .requestClass()
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

    /** Keeps jobs whose use exceeds their own team's guarantee but fits that of a team above. */
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
            if (runningJob.thousandths() == 0
                    || above.stream()
                            .allMatch(each -> exceedsGuarantee(each, runningJob.type, before))) {
                free.add(runningJob);
                taken.put(runningJob.type, before + runningJob.thousandths());
            }
        }
        return free;
    }

    private static boolean exceedsGuarantee(TeamShare teamShare, String type, int taken) {
        String quota = TeamShare.quotaFor(teamShare.team, type);
        return !teamShare.team.quotas().containsKey(quota)
                || teamShare.allocated(quota) - teamShare.releasing(quota) - taken
                        > teamShare.guarantee(type);
    }

    /** Jobs of other teams on nodes that belong to its team's guarantee in whole nodes. */
    private void addGuests(PlacementRequest placementRequest, Set<RunningJob> found) {
        for (NodeState nodeState : clusterIndex.nodes()) {
            TeamShare owner = nodeState.guaranteedTo;
            if (owner != null && placementRequest.job().team().path.contains(owner)) {
                nodeState.runningJobs.stream()
                        .filter(runningJob -> !runningJob.team.path.contains(owner))
                        .forEach(found::add);
            }
        }
    }

    private void addOwnTeam(PlacementRequest placementRequest, Set<RunningJob> found) {
        PreemptionRules rules = clusterIndex.policy.preemption();
        PendingJob pendingJob = placementRequest.job();
        if (rules.lowerPriority() && pendingJob.team().runsBelowPriority(pendingJob.priority())) {
            pendingJob.team().runningJobs().stream()
                    .filter(runningJob -> runningJob.priority() < pendingJob.priority())
                    .forEach(found::add);
        }
        if (rules.overtakeFactor() > 0 && pendingJob.rank() > 0) {
            addOvertaken(pendingJob, rules.overtakeFactor(), found);
        }
        if (rules.servicesOverJobs() && pendingJob.workload().isService()) {
            addJobsForService(pendingJob, found);
        }
    }

    /** Among jobs of one priority, one with a much longer remaining runtime makes way for one that will end soon. */
    private void addOvertaken(PendingJob pendingJob, int factor, Set<RunningJob> found) {
        int scanned = 0;
        for (RunningJob runningJob : pendingJob.team().longestFirst()) {
            if (runningJob.rank() / factor <= pendingJob.rank() || scanned == SCAN_LIMIT) {
                return;
            }
            if (!runningJob.placed()) {
                continue;
            }
            scanned++;
            if (runningJob.priority() == pendingJob.priority()
                    && preemptibleFrom(runningJob) <= now) {
                found.add(runningJob);
            }
        }
    }

    /** A team's services preempt its jobs until these hold only what the policy leaves them. */
    private void addJobsForService(PendingJob pendingJob, Set<RunningJob> found) {
        Map<String, Integer> left = new HashMap<>();
        for (RunningJob runningJob : pendingJob.team().runningJobs()) {
            if (runningJob.workload().attributes().kind() == Kind.JOB) {
                left.merge(runningJob.type, runningJob.thousandths(), Integer::sum);
            }
        }
        for (RunningJob runningJob : pendingJob.team().runningJobs().reversed()) {
            int guaranteed =
                    (int)
                            ((long) pendingJob.team().guarantee(runningJob.type)
                                    * clusterIndex.policy.preemption().jobGuaranteePercent()
                                    / 100);
            int after = left.getOrDefault(runningJob.type, 0) - runningJob.thousandths();
            if (runningJob.workload().attributes().kind() == Kind.JOB
                    && runningJob.priority() <= pendingJob.priority()
                    && after >= guaranteed) {
                found.add(runningJob);
                left.put(runningJob.type, after);
            }
        }
    }

    private void addVictims(RunningJob runningJob, long from, Map<NodeState, List<Victim>> byNode) {
        for (NodeAllocation allocation : runningJob.allocations()) {
            NodeState nodeState = clusterIndex.node(allocation.node());
            if (nodeState != null) {
                byNode.computeIfAbsent(nodeState, _ -> new ArrayList<>())
                        .add(
                                new Victim(
                                        runningJob,
                                        allocation.mask(),
                                        cost(runningJob, nodeState),
                                        from));
            }
        }
    }

    private double cost(RunningJob runningJob, NodeState nodeState) {
        if (runningJob.canShrinkBy(1)) {
            return 0;
        }
        double price = Math.max(1, nodeState.node.offer().hourlyPrice());
        return (double) runningJob.lostWork(now) * runningJob.thousandths() * price;
    }
}
