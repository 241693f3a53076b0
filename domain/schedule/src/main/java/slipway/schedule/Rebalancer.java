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
 * Changes what runs without sending it back to the queue: small ones are moved together so that a large one finds a
 * whole node, and elastic gangs grow into what nobody waits for.
 */
final class Rebalancer {

    /** So many hosts are tried. */
    private static final int LOOKS = 32;

    private static final int LOOKS_FOR_EACH = 4;

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

    /** Moves others together for the first in the queue, where what it wins is worth what they lose. */
    void makeRoom(PendingJob head) {
        if (!clusterIndex.policy.rebalancing().consolidate()
                || clusterIndex.waiter(head.waiting().id()).isEmpty()) {
            return;
        }
        if (!enoughIsFree(head)) {
            return;
        }
        var placementRequest = new PlacementRequest(head, head.within(), true, now);
        List<NodeState> hosts = nearlyFree(head.form());
        if (head.form().nodes() > 1) {
            tryOn(placementRequest, hosts);
            return;
        }
        for (NodeState nodeState : hosts) {
            if (tryOn(placementRequest, List.of(nodeState))) {
                return;
            }
        }
    }

    private boolean tryOn(PlacementRequest placementRequest, List<NodeState> hosts) {
        var preemptionCandidates =
                new PreemptionCandidates(clusterIndex, now, decisionApplier::hasStarted);
        return new PreemptionPlanner(preemptionCandidates, now)
                .room(placementRequest, preemptionCandidates.movable(placementRequest, hosts))
                .filter(room -> room.at() <= now && pays(placementRequest.waiter(), room))
                .filter(room -> move(placementRequest, room))
                .isPresent();
    }

    /** The hosts that lack least: with the most free that is not enough, on one accelerator or on the node. */
    private List<NodeState> nearlyFree(RequestClass requestClass) {
        Set<NodeState> found = new LinkedHashSet<>();
        int most = Math.max(LOOKS, LOOKS_FOR_EACH * requestClass.nodes());
        for (NodePool nodePool : requestClass.pools()) {
            if (requestClass.count == 1) {
                nodePool.withPartLargestFirst().forEach(set -> addTo(found, set, most));
            }
            for (int free = Math.min(requestClass.count, nodePool.count()); free > 0; free--) {
                addTo(found, nodePool.withWhole(free), most);
            }
        }
        return List.copyOf(found);
    }

    private void addTo(Set<NodeState> found, NodePool.HostSet set, int most) {
        for (int each = set.next(0); each >= 0 && found.size() < most; each = set.next(each + 1)) {
            found.add(clusterIndex.host(each));
        }
    }

    /** Nothing is won by moving what is all in use. */
    private static boolean enoughIsFree(PendingJob head) {
        long free = 0;
        for (NodePool nodePool : head.form().pools()) {
            free += nodePool.racks().free();
        }
        return free >= head.form().ask().totalThousandths();
    }

    /** Accelerator time that the head would wait, against what the others do again. */
    private boolean pays(PendingJob head, PreemptionPlanner.Room room) {
        long notice = clusterIndex.policy.notice().toMillis();
        long otherwise =
                head.promise()
                        .map(reservation -> reservation.latestStart().toEpochMilli())
                        .orElse(now + clusterIndex.policy.unknownRuntime().toMillis());
        double won =
                (double) Math.max(0, otherwise - now - notice)
                        * head.form().ask().totalThousandths();
        double lost = 0;
        for (RunningJob runningJob : room.stopped()) {
            lost += (double) (runningJob.lost(now) + notice) * runningJob.whole();
        }
        return won > lost * clusterIndex.policy.rebalancing().minBenefit();
    }

    private boolean move(PlacementRequest placementRequest, PreemptionPlanner.Room room) {
        PendingJob head = placementRequest.waiter();
        Optional<Reservation> before = head.promise();
        Instant by = decisionApplier.by();
        clusterIndex.promise(head, new Reservation(room.placement(), by, by, true));
        List<RunningJob> moved = new ArrayList<>();
        for (RunningJob runningJob : room.stopped()) {
            Optional<Placement> to = elsewhere(runningJob);
            if (to.isEmpty()) {
                moved.forEach(each -> clusterIndex.becomes(each, stayed(each), at));
                clusterIndex.forget(head);
                before.ifPresent(reservation -> clusterIndex.promise(head, reservation));
                return false;
            }
            moved.add(decisionApplier.goes(runningJob, to));
        }
        decisionApplier.passOn(
                placementRequest, placementRequest.disturbed(clusterIndex, room.placement()));
        moved.forEach(runningJob -> decisionApplier.migrated(runningJob, head.waiting().id()));
        return true;
    }

    /** Of the same type, on another node, and in nobody's gap. */
    private Optional<Placement> elsewhere(RunningJob runningJob) {
        var placementRequest =
                new PlacementRequest(clusterIndex.asIfWaiting(runningJob), false, true, now);
        return placementSearch
                .find(placementRequest, 1)
                .filter(to -> !overlaps(to, runningJob.running().placement()))
                .filter(to -> placementRequest.disturbed(clusterIndex, to).isEmpty());
    }

    private static boolean overlaps(Placement one, Placement other) {
        return one.seats().getFirst().node().equals(other.seats().getFirst().node());
    }

    private static RunningWorkload stayed(RunningJob runningJob) {
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

    /** Elastic gangs take what is free, when nobody waits for it. */
    void grow() {
        Set<String> wanted = new TreeSet<>();
        List<RunningJob> elastic = new ArrayList<>();
        for (TeamShare teamShare : clusterIndex.shares()) {
            teamShare
                    .lines
                    .values()
                    .forEach(pendingGroup -> wanted.addAll(pendingGroup.form.types()));
            for (RunningJob runningJob : teamShare.elastic()) {
                if (!runningJob.leaving() && runningJob.canGrow() && isTime(runningJob)) {
                    elastic.add(runningJob);
                }
            }
        }
        elastic.stream()
                .filter(runningJob -> !wanted.contains(runningJob.type))
                .forEach(this::grow);
    }

    private boolean isTime(RunningJob runningJob) {
        SchedulingPolicy schedulingPolicy = clusterIndex.policy;
        return now - runningJob.start()
                        >= schedulingPolicy.rebalancing().resizeInterval().toMillis()
                && runningJob.stoppable(schedulingPolicy) <= now;
    }

    private void grow(RunningJob runningJob) {
        Placement has = runningJob.running().placement();
        int most = runningJob.form.ask().gang().maxNodes() - has.nodes();
        var placementRequest =
                new PlacementRequest(clusterIndex.asIfWaiting(runningJob), false, true, now);
        List<NodeAllocation> seats = new ArrayList<>(has.seats());
        for (NodeState nodeState :
                placementSearch.candidates(placementRequest, runningJob.type, 1)) {
            int more = seats.size() - has.nodes() + 1;
            if (more <= most
                    && !nodeState.special()
                    && isBeside(nodeState, runningJob)
                    && placementRequest.mayHave(nodeState.pool, more)) {
                seats.add(
                        PlacementSearch.seat(
                                nodeState, placementRequest.usable(nodeState), placementRequest));
            }
        }
        if (seats.size() > has.nodes()) {
            decisionApplier.resize(runningJob, new Placement(seats));
        }
    }

    /** On none of the nodes it has, and as close to them as it must be. */
    private boolean isBeside(NodeState nodeState, RunningJob runningJob) {
        TopologyDomain within = runningJob.form.ask().gang().within();
        for (NodeAllocation seat : runningJob.running().placement().seats()) {
            NodeState there = clusterIndex.host(seat.node());
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
