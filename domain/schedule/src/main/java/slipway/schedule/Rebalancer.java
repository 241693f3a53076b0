package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.Reservation;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.SchedulingPolicy;

/**
 * Rebalances running jobs without sending them back to the queue: consolidation moves small jobs together so that a
 * large one fits, and elastic gangs grow into accelerators that no pending job can use.
 */
final class Rebalancer {

    /** How many nodes are tried. */
    private static final int SCAN_LIMIT = 32;

    private static final int SCAN_PER_NODE = 4;

    private final ClusterIndex clusterIndex;
    private final Instant at;
    private final long now;
    private final DecisionApplier decisionApplier;
    private final PlacementSearch placementSearch;

    Rebalancer(ClusterIndex clusterIndex, Instant at, DecisionApplier decisionApplier) {
        this.clusterIndex = clusterIndex;
        this.at = at;
        this.now = at.toEpochMilli();
        this.decisionApplier = decisionApplier;
        this.placementSearch = new PlacementSearch(clusterIndex);
    }

    // Consolidation.

    /** Migrates other jobs for the first blocked job if the gain exceeds the cost. */
    void consolidateFor(PendingJob job) {
        if (!clusterIndex.policy.rebalancing().consolidate()
                || clusterIndex.pendingJob(job.pending().id()).isEmpty()) {
            return;
        }
        if (!isEnoughFree(job)) {
            return;
        }
        var placementRequest = new PlacementRequest(job, job.fitsGuarantee(), true, now);
        List<NodeState> nodes = nearlyFree(job.requestClass());
        if (job.requestClass().nodes() > 1) {
            tryOn(placementRequest, nodes);
            return;
        }
        for (NodeState nodeState : nodes) {
            if (tryOn(placementRequest, List.of(nodeState))) {
                return;
            }
        }
    }

    private boolean tryOn(PlacementRequest placementRequest, List<NodeState> nodes) {
        var preemptionCandidates =
                new PreemptionCandidates(clusterIndex, now, decisionApplier::hasStarted);
        return new PreemptionPlanner(preemptionCandidates, now)
                .plan(placementRequest, preemptionCandidates.movable(placementRequest, nodes))
                .filter(plan -> plan.from() <= now && isWorthIt(placementRequest.job(), plan))
                .filter(plan -> migrate(placementRequest, plan))
                .isPresent();
    }

    /** The nodes that lack least: with the most free that is not enough, on one accelerator or on the node. */
    private List<NodeState> nearlyFree(RequestClass requestClass) {
        Set<NodeState> found = new LinkedHashSet<>();
        int most = Math.max(SCAN_LIMIT, SCAN_PER_NODE * requestClass.nodes());
        for (NodePool nodePool : requestClass.pools()) {
            if (requestClass.count == 1) {
                nodePool.fractionsLargestFirst().forEach(set -> addTo(found, set, most));
            }
            for (int free = Math.min(requestClass.count, nodePool.acceleratorsPerNode());
                    free > 0;
                    free--) {
                addTo(found, nodePool.withFree(free), most);
            }
        }
        return List.copyOf(found);
    }

    private void addTo(Set<NodeState> found, NodePool.NodeSet set, int most) {
        for (int each = set.next(0); each >= 0 && found.size() < most; each = set.next(each + 1)) {
            found.add(clusterIndex.node(each));
        }
    }

    /** Migration cannot help if too little is free in total. */
    private static boolean isEnoughFree(PendingJob job) {
        long free = 0;
        for (NodePool nodePool : job.requestClass().pools()) {
            free += nodePool.rackCounts().freeThousandths();
        }
        return free >= job.requestClass().request().totalThousandths();
    }

    /** Compares the accelerator time that the job would wait with the time that the others repeat. */
    private boolean isWorthIt(PendingJob job, PreemptionPlan plan) {
        long notice = clusterIndex.policy.notice().toMillis();
        long startWithout =
                job.reservation()
                        .map(reservation -> reservation.latestStart().toEpochMilli())
                        .orElse(now + clusterIndex.policy.unknownRuntime().toMillis());
        double gain =
                (double) Math.max(0, startWithout - now - notice)
                        * job.requestClass().request().totalThousandths();
        double loss = 0;
        for (RunningJob runningJob : plan.preempted()) {
            loss += (double) (runningJob.lostWork(now) + notice) * runningJob.thousandths();
        }
        return gain > loss * clusterIndex.policy.rebalancing().minBenefit();
    }

    private boolean migrate(PlacementRequest placementRequest, PreemptionPlan plan) {
        PendingJob job = placementRequest.job();
        Optional<Reservation> previous = job.reservation();
        Instant by = decisionApplier.noticeEnd();
        clusterIndex.reserve(job, new Reservation(plan.placement(), by, by, true));
        List<RunningJob> moved = new ArrayList<>();
        for (RunningJob runningJob : plan.preempted()) {
            Optional<Placement> to = findElsewhere(runningJob);
            if (to.isEmpty()) {
                moved.forEach(each -> clusterIndex.replace(each, notDeparting(each), at));
                clusterIndex.cancelReservation(job);
                previous.ifPresent(reservation -> clusterIndex.reserve(job, reservation));
                return false;
            }
            moved.add(decisionApplier.depart(runningJob, to));
        }
        decisionApplier.cancelInvalidated(
                placementRequest,
                placementRequest.invalidatedReservations(clusterIndex, plan.placement()));
        moved.forEach(
                runningJob -> decisionApplier.recordMigration(runningJob, job.pending().id()));
        return true;
    }

    /** A placement of the same type on another node that breaks no reservation. */
    private Optional<Placement> findElsewhere(RunningJob runningJob) {
        var placementRequest =
                new PlacementRequest(clusterIndex.asIfPending(runningJob), false, true, now);
        return placementSearch
                .find(placementRequest, 1)
                .filter(to -> !overlaps(to, runningJob.running().placement()))
                .filter(to -> placementRequest.invalidatedReservations(clusterIndex, to).isEmpty());
    }

    private static boolean overlaps(Placement one, Placement other) {
        return one.seats().getFirst().node().equals(other.seats().getFirst().node());
    }

    private static RunningWorkload notDeparting(RunningJob runningJob) {
        RunningWorkload runningWorkload = runningJob.running();
        return new RunningWorkload(
                runningWorkload.workload(),
                runningWorkload.placement(),
                runningWorkload.since(),
                runningWorkload.retainedWork(),
                runningWorkload.lastCheckpoint(),
                runningWorkload.preemptions(),
                runningWorkload.backfilledBefore(),
                Optional.empty());
    }

    // Growth.

    /** Elastic gangs use free accelerators of types that no pending job can use. */
    void grow() {
        Set<String> typesInDemand = new TreeSet<>();
        List<RunningJob> elastic = new ArrayList<>();
        for (TeamShare teamShare : clusterIndex.teamShares()) {
            teamShare
                    .groups
                    .values()
                    .forEach(
                            pendingGroup ->
                                    typesInDemand.addAll(pendingGroup.requestClass.types()));
            for (RunningJob runningJob : teamShare.elastic()) {
                if (!runningJob.departing() && runningJob.canGrow() && mayResize(runningJob)) {
                    elastic.add(runningJob);
                }
            }
        }
        elastic.stream()
                .filter(runningJob -> !typesInDemand.contains(runningJob.type))
                .forEach(this::grow);
    }

    private boolean mayResize(RunningJob runningJob) {
        SchedulingPolicy schedulingPolicy = clusterIndex.policy;
        return now - runningJob.start()
                        >= schedulingPolicy.rebalancing().resizeInterval().toMillis()
                && runningJob.preemptibleFrom(schedulingPolicy) <= now;
    }

    private void grow(RunningJob runningJob) {
        Placement current = runningJob.running().placement();
        int most = runningJob.requestClass.request().gang().maxNodes() - current.nodes();
        var placementRequest =
                new PlacementRequest(clusterIndex.asIfPending(runningJob), false, true, now);
        List<NodeAllocation> allocations = new ArrayList<>(current.seats());
        for (NodeState nodeState :
                placementSearch.candidates(placementRequest, runningJob.type, 1)) {
            int more = allocations.size() - current.nodes() + 1;
            if (more <= most
                    && !nodeState.isRestricted()
                    && isCloseEnough(nodeState, runningJob)
                    && placementRequest.quotaAllows(nodeState.pool, more)) {
                allocations.add(
                        PlacementSearch.allocate(
                                nodeState,
                                placementRequest.usableAccelerators(nodeState),
                                placementRequest));
            }
        }
        if (allocations.size() > current.nodes()) {
            decisionApplier.resize(runningJob, new Placement(allocations));
        }
    }

    /** Whether the node is none of the job's nodes and in the topology domain that it requires. */
    private boolean isCloseEnough(NodeState nodeState, RunningJob runningJob) {
        TopologyDomain within = runningJob.requestClass.request().gang().within();
        for (NodeAllocation allocation : runningJob.running().placement().seats()) {
            NodeState there = clusterIndex.node(allocation.node());
            if (there == null || there == nodeState) {
                return false;
            }
            if ((within == TopologyDomain.RACK && there.rack != nodeState.rack)
                    || (within == TopologyDomain.POD && there.pod != nodeState.pod)) {
                return false;
            }
        }
        return true;
    }
}
