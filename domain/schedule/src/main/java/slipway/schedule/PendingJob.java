package slipway.schedule;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.Reservation;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;

/** Somebody who waits, as the board keeps it. */
final class PendingJob {

    /** Priority, then what history says, then who came first; names break what ties are left. */
    static final Comparator<PendingJob> SHORTEST = (one, other) -> one.comesBefore(other, true);

    static final Comparator<PendingJob> FIRST_COME = (one, other) -> one.comesBefore(other, false);

    /** A shorter gap is not worth a start. */
    private static final long LEAST_GAP = 60_000;

    final PendingGroup line;
    private final long notice;

    // Kept at hand for sorting.
    private final int priority;
    private final long rank;
    private final long submitted;
    private final String id;
    private final long upper;
    private final long yieldsFrom;
    private final long leastGap;
    private PendingWorkload pendingWorkload;

    /** The type of accelerators in the place that is kept for it. */
    String heldType = "";

    /** The nodes of that place. */
    List<NodeState> heldHosts = List.of();

    PendingJob(
            PendingWorkload pendingWorkload,
            PendingGroup pendingGroup,
            SchedulingPolicy schedulingPolicy) {
        this.pendingWorkload = pendingWorkload;
        this.line = pendingGroup;
        this.priority = pendingWorkload.workload().attributes().priority().level();
        this.rank = pendingWorkload.workload().rank();
        this.submitted = pendingWorkload.workload().times().submitted().toEpochMilli();
        this.id = pendingWorkload.id().value();
        RuntimeEstimate runtimeEstimate = pendingWorkload.workload().times().runtime();
        this.upper =
                Math.max(
                        0, runtimeEstimate.high().minus(pendingWorkload.retainedWork()).toMillis());
        this.notice = schedulingPolicy.notice().toMillis();
        this.yieldsFrom =
                runtimeEstimate.isKnown()
                        ? yieldsFrom(pendingWorkload.workload(), schedulingPolicy)
                        : RunningJob.NEVER;
        this.leastGap =
                runtimeEstimate.isKnown()
                        ? Math.min(upper, yieldsFrom)
                        : RunningJob.NEVER; // nobody knows
    }

    private static long yieldsFrom(
            SchedulableWorkload schedulableWorkload, SchedulingPolicy schedulingPolicy) {
        long least =
                Math.max(
                        schedulingPolicy.minimumRun().toMillis(),
                        schedulableWorkload.attributes().minimumRun().toMillis());
        return schedulableWorkload.attributes().checkpoints()
                ? Math.max(LEAST_GAP, least)
                : RunningJob.NEVER;
    }

    private int comesBefore(PendingJob other, boolean byRank) {
        int order = Integer.compare(other.priority, priority);
        if (order == 0 && byRank) {
            order = Long.compare(rank, other.rank);
        }
        if (order == 0) {
            order = Long.compare(submitted, other.submitted);
        }
        return order != 0 ? order : id.compareTo(other.id);
    }

    PendingWorkload waiting() {
        return pendingWorkload;
    }

    SchedulableWorkload workload() {
        return pendingWorkload.workload();
    }

    RequestClass form() {
        return line.form;
    }

    TeamShare team() {
        return line.team;
    }

    long rank() {
        return rank;
    }

    int priority() {
        return priority;
    }

    long submitted() {
        return submitted;
    }

    Optional<Reservation> promise() {
        return pendingWorkload.reservation();
    }

    void promised(Optional<Reservation> promise) {
        pendingWorkload = pendingWorkload.withReservation(promise);
    }

    /** Milliseconds that whoever stops for it is given. */
    long notice() {
        return notice;
    }

    /** How long the rest of it will run at most. */
    long upper() {
        return upper;
    }

    /** Whether it asks for no more than its team's guarantee leaves, in a type it can use. */
    boolean within() {
        for (NodePool nodePool : form().pools()) {
            if (team().within(nodePool.type(), nodePool.takes(form()) * form().nodes(), this)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the place that is kept for it is within its team's guarantee. */
    boolean holdsWithin() {
        return team().within(heldType, held(), this);
    }

    /** Whether others were stopped for its place. */
    boolean holdsRoom() {
        return promise().map(Reservation::viaPreemption).orElse(false);
    }

    /** Thousandths of accelerators that are kept for it. */
    int held() {
        return promise().map(reservation -> reservation.placement().totalThousandths()).orElse(0);
    }

    /**
     * Thousandths that those have who will be stopped when it comes, of what a team and those below may have. Where it
     * takes only a part of an accelerator, some may stay: they are not counted.
     */
    int stops(TeamShare teamShare, String quota, FreedQuota freedQuota) {
        if (!holdsRoom() || form().ask().isFraction()) {
            return 0;
        }
        return inTheWay()
                .filter(runningJob -> !freedQuota.going().containsKey(runningJob))
                .filter(runningJob -> isStopped(runningJob, teamShare, quota))
                .mapToInt(RunningJob::whole)
                .sum();
    }

    /** Who is in the place that is kept for it. */
    Stream<RunningJob> inTheWay() {
        return heldHosts.stream()
                .flatMap(
                        nodeState ->
                                nodeState.tenants.stream()
                                        .filter(
                                                each ->
                                                        PlacementRequest.sitsOn(
                                                                each, nodeState, mask(nodeState))))
                .distinct();
    }

    private long mask(NodeState nodeState) {
        return promise().stream()
                .flatMap(kept -> kept.placement().seats().stream())
                .filter(seat -> seat.node().equals(nodeState.node.name()))
                .mapToLong(NodeAllocation::mask)
                .sum();
    }

    /** Who was told already, or let in before it, is counted elsewhere; who can give up a node may not go whole. */
    private boolean isStopped(RunningJob runningJob, TeamShare teamShare, String quota) {
        return !runningJob.leaving()
                && !runningJob.canLose(1)
                && runningJob.running().backfilledBefore().isEmpty()
                && runningJob.team.path.contains(teamShare)
                && (quota.equals(TeamQuotas.ANY) || runningJob.type.equals(quota));
    }

    boolean isHeldOf(String quota) {
        return quota.equals(TeamQuotas.ANY) || heldType.equals(quota);
    }

    /** Whether it comes before the other in their team. */
    boolean outranks(PendingJob other) {
        return team() == other.team() && priority() > other.priority();
    }

    /**
     * How long others may be let into the place that is kept for it. Not while those in it are given notice: who
     * is let in then, and is still there at the end, needs a notice of its own, and the holder waits twice.
     */
    long gap(long now) {
        long left = promise().orElseThrow().earliestStart().toEpochMilli() - now;
        return holdsRoom() && left <= notice ? 0 : left;
    }

    /** Whether it may be let into a gap of this length and be stopped at its end. */
    boolean yields(long gap) {
        return gap >= yieldsFrom;
    }

    /** Whether it is over within a gap of this length, or may be stopped at its end. */
    boolean fits(long gap) {
        return gap >= leastGap;
    }

    long leastGap() {
        return leastGap;
    }

    boolean ripe(long now) {
        return workload().times().notBefore().map(at -> at.toEpochMilli() <= now).orElse(true);
    }
}
