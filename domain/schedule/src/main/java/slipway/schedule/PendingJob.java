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

/** A pending job in the cluster index. */
final class PendingJob {

    /** By priority, expected remaining runtime, submission; ids break ties. */
    static final Comparator<PendingJob> SHORTEST = (one, other) -> one.comesBefore(other, true);

    static final Comparator<PendingJob> FIRST_COME = (one, other) -> one.comesBefore(other, false);

    /** A shorter backfill window is not worth a start, in milliseconds. */
    private static final long SHORTEST_WINDOW = 60_000;

    final PendingGroup group;
    private final long notice;

    // Copied for sorting.
    private final int priority;
    private final long rank;
    private final long submitted;
    private final String id;
    private final long maxRemaining;
    private final long preemptibleAfter;
    private final long shortestWindow;
    private PendingWorkload pendingWorkload;

    /** The accelerator type of its reservation. */
    String reservedType = "";

    /** The nodes of its reservation. */
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
                        : RunningJob.NEVER; // the runtime is unknown
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

    Optional<Reservation> reservation() {
        return pendingWorkload.reservation();
    }

    void updateReservation(Optional<Reservation> reservation) {
        pendingWorkload = pendingWorkload.withReservation(reservation);
    }

    /** Milliseconds of notice for jobs that it preempts. */
    long notice() {
        return notice;
    }

    /** The high end of its remaining runtime, in milliseconds. */
    long maxRemaining() {
        return maxRemaining;
    }

    /** Whether its request fits what is left of its team's guarantee, in a type it can use. */
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

    /** Whether its reservation is within its team's guarantee. */
    boolean reservesWithinGuarantee() {
        return team().fitsGuarantee(reservedType, reservedThousandths(), this);
    }

    /** Whether its reservation preempts running jobs. */
    boolean reservesViaPreemption() {
        return reservation().map(Reservation::viaPreemption).orElse(false);
    }

    /** Thousandths of accelerators that it reserves. */
    int reservedThousandths() {
        return reservation()
                .map(reservation -> reservation.placement().totalThousandths())
                .orElse(0);
    }

    /**
     * Thousandths, counted for a team and those below, of the jobs that will be preempted for it. With a fraction of an
     * accelerator some jobs may stay: they are not counted.
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

    /** The jobs that run on its reserved accelerators. */
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

    /** Departing and backfilled jobs are counted elsewhere; an elastic gang may only shrink. */
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

    /** Whether it has a higher priority in the same team. */
    boolean outranks(PendingJob other) {
        return team() == other.team() && priority() > other.priority();
    }

    /**
     * The backfill window: how long other jobs may use its reservation, in milliseconds. It is closed during the notice
     * of preempted jobs: a job that backfills then would need another notice, and the holder would wait twice.
     */
    long backfillWindow(long now) {
        long left = reservation().orElseThrow().earliestStart().toEpochMilli() - now;
        return reservesViaPreemption() && left <= notice ? 0 : left;
    }

    /** Whether it may be backfilled into a window of this length and preempted at its end. */
    boolean isPreemptibleWithin(long window) {
        return window >= preemptibleAfter;
    }

    /** Whether it ends within a backfill window of this length, or may be preempted at its end. */
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
