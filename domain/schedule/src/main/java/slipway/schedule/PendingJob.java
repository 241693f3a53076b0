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
    private static final long SHORTEST_WINDOW = 60_000;

    final PendingGroup group;
    private final long notice;

    // Kept at hand for sorting.
    private final int priority;
    private final long rank;
    private final long submitted;
    private final String id;
    private final long maxRemaining;
    private final long preemptibleAfter;
    private final long shortestWindow;
    private PendingWorkload pendingWorkload;

    /** The type of accelerators in the place that is kept for it. */
    String reservedType = "";

    /** The nodes of that place. */
    List<NodeState> reservedNodes = List.of();

    PendingJob(
            PendingWorkload pendingWorkload,
            PendingGroup pendingGroup,
            SchedulingPolicy schedulingPolicy) {
        this.pendingWorkload = pendingWorkload;
        this.group = pendingGroup;
        this.priority = pendingWorkload.workload().attributes().priority().level();
        this.rank = pendingWorkload.workload().rank();
        this.submitted = pendingWorkload.workload().times().submitted().toEpochMilli();
        this.id = pendingWorkload.id().value();
        RuntimeEstimate runtimeEstimate = pendingWorkload.workload().times().runtime();
        this.maxRemaining =
                Math.max(
                        0, runtimeEstimate.high().minus(pendingWorkload.retainedWork()).toMillis());
        this.notice = schedulingPolicy.notice().toMillis();
        this.preemptibleAfter =
                runtimeEstimate.isKnown()
                        ? preemptibleAfter(pendingWorkload.workload(), schedulingPolicy)
                        : RunningJob.NEVER;
        this.shortestWindow =
                runtimeEstimate.isKnown()
                        ? Math.min(maxRemaining, preemptibleAfter)
                        : RunningJob.NEVER; // nobody knows
    }

    private static long preemptibleAfter(
            SchedulableWorkload schedulableWorkload, SchedulingPolicy schedulingPolicy) {
        long least =
                Math.max(
                        schedulingPolicy.minimumRun().toMillis(),
                        schedulableWorkload.attributes().minimumRun().toMillis());
        return schedulableWorkload.attributes().checkpoints()
                ? Math.max(SHORTEST_WINDOW, least)
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

    PendingWorkload pending() {
        return pendingWorkload;
    }

    SchedulableWorkload workload() {
        return pendingWorkload.workload();
    }

    RequestClass requestClass() {
        return group.requestClass;
    }

    TeamShare team() {
        return group.team;
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

    Optional<Reservation> reservation() {
        return pendingWorkload.reservation();
    }

    void updateReservation(Optional<Reservation> reservation) {
        pendingWorkload = pendingWorkload.withReservation(reservation);
    }

    /** Milliseconds that whoever stops for it is given. */
    long notice() {
        return notice;
    }

    /** How long the rest of it will run at most. */
    long maxRemaining() {
        return maxRemaining;
    }

    /** Whether it asks for no more than its team's guarantee leaves, in a type it can use. */
    boolean fitsGuarantee() {
        for (NodePool nodePool : requestClass().pools()) {
            if (team().fitsGuarantee(
                            nodePool.type(),
                            nodePool.thousandthsFor(requestClass()) * requestClass().nodes(),
                            this)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the place that is kept for it is within its team's guarantee. */
    boolean reservesWithinGuarantee() {
        return team().fitsGuarantee(reservedType, reservedThousandths(), this);
    }

    /** Whether others were stopped for its place. */
    boolean reservesViaPreemption() {
        return reservation().map(Reservation::viaPreemption).orElse(false);
    }

    /** Thousandths of accelerators that are kept for it. */
    int reservedThousandths() {
        return reservation()
                .map(reservation -> reservation.placement().totalThousandths())
                .orElse(0);
    }

    /**
     * Thousandths that those have who will be stopped when it comes, of what a team and those below may have. Where it
     * takes only a part of an accelerator, some may stay: they are not counted.
     */
    int thousandthsToPreempt(TeamShare teamShare, String quota, FreedQuota freedQuota) {
        if (!reservesViaPreemption() || requestClass().request().isFraction()) {
            return 0;
        }
        return occupants()
                .filter(runningJob -> !freedQuota.departing().containsKey(runningJob))
                .filter(runningJob -> willBePreempted(runningJob, teamShare, quota))
                .mapToInt(RunningJob::thousandths)
                .sum();
    }

    /** Who is in the place that is kept for it. */
    Stream<RunningJob> occupants() {
        return reservedNodes.stream()
                .flatMap(
                        nodeState ->
                                nodeState.runningJobs.stream()
                                        .filter(
                                                each ->
                                                        PlacementRequest.occupies(
                                                                each,
                                                                nodeState,
                                                                reservedMask(nodeState))))
                .distinct();
    }

    private long reservedMask(NodeState nodeState) {
        return reservation().stream()
                .flatMap(reservation -> reservation.placement().seats().stream())
                .filter(allocation -> allocation.node().equals(nodeState.node.name()))
                .mapToLong(NodeAllocation::mask)
                .sum();
    }

    /** Who was told already, or let in before it, is counted elsewhere; who can give up a node may not go whole. */
    private boolean willBePreempted(RunningJob runningJob, TeamShare teamShare, String quota) {
        return !runningJob.departing()
                && !runningJob.canShrinkBy(1)
                && runningJob.running().backfilledBefore().isEmpty()
                && runningJob.team.path.contains(teamShare)
                && (quota.equals(TeamQuotas.ANY) || runningJob.type.equals(quota));
    }

    boolean reservesFrom(String quota) {
        return quota.equals(TeamQuotas.ANY) || reservedType.equals(quota);
    }

    /** Whether it comes before the other in their team. */
    boolean outranks(PendingJob other) {
        return team() == other.team() && priority() > other.priority();
    }

    /**
     * How long others may be let into the place that is kept for it. Not while those in it are given notice: who
     * is let in then, and is still there at the end, needs a notice of its own, and the holder waits twice.
     */
    long backfillWindow(long now) {
        long left = reservation().orElseThrow().earliestStart().toEpochMilli() - now;
        return reservesViaPreemption() && left <= notice ? 0 : left;
    }

    /** Whether it may be let into a gap of this length and be stopped at its end. */
    boolean isPreemptibleWithin(long window) {
        return window >= preemptibleAfter;
    }

    /** Whether it is over within a gap of this length, or may be stopped at its end. */
    boolean fitsBackfillWindow(long window) {
        return window >= shortestWindow;
    }

    long shortestWindow() {
        return shortestWindow;
    }

    boolean isEligible(long now) {
        return workload().times().notBefore().map(at -> at.toEpochMilli() <= now).orElse(true);
    }
}
