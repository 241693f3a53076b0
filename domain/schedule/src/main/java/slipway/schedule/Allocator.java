package slipway.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision.Reason;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Reservation;

/** Starts a pending job: on free accelerators, or after preemption of running jobs. */
final class Allocator {

    private final ClusterIndex clusterIndex;
    private final long now;
    private final PlacementSearch placementSearch;
    private final PreemptionCandidates preemptionCandidates;
    private final PreemptionPlanner preemptionPlanner;
    private final DecisionApplier decisionApplier;

    Allocator(ClusterIndex clusterIndex, Instant at, DecisionApplier decisionApplier) {
        this.clusterIndex = clusterIndex;
        this.now = at.toEpochMilli();
        this.placementSearch = new PlacementSearch(clusterIndex);
        this.decisionApplier = decisionApplier;
        this.preemptionCandidates =
                new PreemptionCandidates(clusterIndex, now, decisionApplier::hasStarted);
        this.preemptionPlanner = new PreemptionPlanner(preemptionCandidates, now);
    }

    /** Whether it may preempt any running job. */
    boolean mayPreempt(PendingJob pendingJob, boolean withinGuarantee) {
        return preemptionCandidates.mayPreempt(
                new PlacementRequest(pendingJob, withinGuarantee, true, now));
    }

    /** Preempts running jobs for it, at once or when their minimum run ends, and reserves the placement. */
    boolean preempt(PendingJob pendingJob, boolean withinGuarantee) {
        var placementRequest = new PlacementRequest(pendingJob, withinGuarantee, true, now);
        Optional<PreemptionPlan> plan = preemptionPlanner.plan(placementRequest);
        plan.ifPresent(found -> execute(placementRequest, found));
        return plan.isPresent();
    }

    private void execute(PlacementRequest placementRequest, PreemptionPlan plan) {
        Instant from =
                plan.from() <= now
                        ? decisionApplier.noticeEnd()
                        : Instant.ofEpochMilli(plan.from());
        decisionApplier.reserve(
                placementRequest, new Reservation(plan.placement(), from, from, true));
        if (plan.from() <= now) {
            plan.preempted()
                    .forEach(
                            runningJob ->
                                    decisionApplier.preempt(
                                            runningJob,
                                            reason(runningJob, placementRequest.job())));
            plan.shrunk().forEach(decisionApplier::shrink);
        }
    }

    private static Reason reason(RunningJob runningJob, PendingJob pendingJob) {
        WorkloadId id = pendingJob.pending().id();
        if (runningJob.running().backfilledBefore().equals(Optional.of(id))) {
            return new Reason.BackfillWindowEnded(id);
        }
        if (runningJob.team != pendingJob.team()) {
            return new Reason.Reclaimed(id);
        }
        return runningJob.workload().attributes().priority().level() < pendingJob.priority()
                        || pendingJob.workload().isService()
                ? new Reason.Outranked(id)
                : new Reason.Overtaken(id);
    }

    boolean start(PendingJob pendingJob, boolean withinGuarantee) {
        var placementRequest = new PlacementRequest(pendingJob, withinGuarantee, true, now);
        for (int nodes = pendingJob.requestClass().nodes();
                nodes >= pendingJob.requestClass().request().gang().minNodes();
                nodes--) {
            Optional<Placement> placement = placementSearch.find(placementRequest, nodes);
            if (placement.isPresent() && decisionApplier.start(placementRequest, placement.get())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the planned preemption is still possible: a job that borrowed then may not borrow now. */
    boolean canStillPreempt(
            PendingJob pendingJob, boolean withinGuarantee, Reservation reservation) {
        List<NodeState> nodes =
                reservation.placement().seats().stream()
                        .map(
                                allocation ->
                                        Objects.requireNonNull(
                                                clusterIndex.node(allocation.node())))
                        .toList();
        var placementRequest = new PlacementRequest(pendingJob, withinGuarantee, true, now);
        return preemptionPlanner.isStillPossible(
                placementRequest, nodes, reservation.earliestStart().toEpochMilli());
    }

    /** Preempts if the job can start that way before the given instant. */
    boolean preemptBefore(Instant starts, PendingJob pendingJob) {
        var placementRequest = new PlacementRequest(pendingJob, true, true, now);
        Optional<PreemptionPlan> plan =
                preemptionPlanner
                        .plan(placementRequest)
                        .filter(
                                found ->
                                        Instant.ofEpochMilli(Math.max(now, found.from()))
                                                .plus(clusterIndex.policy.notice())
                                                .isBefore(starts));
        plan.ifPresent(found -> execute(placementRequest, found));
        return plan.isPresent();
    }
}
