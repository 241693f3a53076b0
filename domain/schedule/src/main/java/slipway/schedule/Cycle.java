package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision;
import slipway.schedule.decision.Decision.Reason;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.Reservation;

/**
 * One scheduling cycle. It has two passes: first the jobs within their team's guarantee, then the jobs that borrow.
 * Each pass starts with the holders of reservations. Then fair share decides: the team that used the least in relation
 * to its weight chooses next and offers its first job in order. A job that finds no placement preempts others if it
 * may; else the first blocked jobs get a reservation, and the pass continues with jobs that backfill around it.
 *
 * <p>Cost: a request class for which nothing is free is searched once, however many jobs wait for it. So a cycle costs
 * as much as there are teams, request classes and starts, not as there are pending jobs.
 */
final class Cycle {

    /** How many jobs of a group are tried for backfill when the first one is blocked only by a reservation. */
    private static final int SCAN_LIMIT = 16;

    /** How often jobs within their guarantee are retried; more than one round rarely decides anything. */
    private static final int RECLAIM_ROUNDS = 4;

    private final ClusterIndex cluster;
    private final Instant at;
    private final long now;
    private final PlacementSearch placementSearch;
    private final ReservationSearch reservationSearch;
    private final Allocator allocator;
    private final ReservationKeeper reservationKeeper;
    private final DecisionApplier decisionApplier;
    private final Map<WorkloadId, Decision> decisions = new HashMap<>();
    private final Set<RequestClass> fullClasses = new HashSet<>();

    private Reservations.@Nullable BackfillWindows backfillWindows;
    private int windowsVersion = -1;

    /** Whether a job within its guarantee has no placement, or only a reservation. */
    private boolean guaranteedJobWaits;

    /** The first job that found no placement and could not preempt. */
    private Optional<PendingJob> firstBlocked = Optional.empty();

    Cycle(ClusterIndex cluster, Instant at) {
        this.cluster = cluster;
        this.at = at;
        this.now = at.toEpochMilli();
        this.placementSearch = new PlacementSearch(cluster);
        this.reservationSearch = new ReservationSearch(now);
        this.decisionApplier = new DecisionApplier(cluster, at, decisions);
        this.allocator = new Allocator(cluster, at, decisionApplier);
        this.reservationKeeper = new ReservationKeeper(cluster, at, allocator, decisionApplier);
    }

    /** The decisions other than to stay and to wait. */
    Map<WorkloadId, Decision> run() {
        cluster.queueDeferred(now);
        cluster.updateTypeDemand();
        for (TeamShare team : cluster.teamShares()) {
            team.beginCycle(at, cluster.policy.halfLife());
        }
        for (Booking booking : cluster.bookings()) {
            startBooking(booking);
        }
        reservationKeeper.cancelInvalid();
        int cancelledBefore = cluster.reservations().cancelled();
        Map<Boolean, List<PendingJob>> byGuarantee =
                cluster.reservationHolders().stream()
                        .collect(Collectors.partitioningBy(PendingJob::reservesWithinGuarantee));
        byGuarantee.getOrDefault(true, List.of()).forEach(job -> startOrKeep(job, true));
        pass(true);
        byGuarantee.getOrDefault(true, List.of()).forEach(reservationKeeper::startOnBorrowed);
        byGuarantee.getOrDefault(false, List.of()).forEach(job -> startOrKeep(job, false));
        pass(false);
        // A cancelled reservation no longer counts against its team: others may fit the guarantee
        // now.
        guaranteedJobWaits |= cluster.reservations().cancelled() > cancelledBefore;
        reclaim();
        var rebalancer = new Rebalancer(cluster, at, decisionApplier);
        firstBlocked.ifPresent(rebalancer::consolidateFor);
        rebalancer.grow();
        return decisions;
    }

    // Bookings and reservations.

    private void startBooking(Booking booking) {
        if (now < booking.from().toEpochMilli() || now >= booking.until().toEpochMilli()) {
            return;
        }
        for (NodeState node : cluster.nodes()) {
            if (node.bookings.contains(booking)) {
                for (RunningJob running : List.copyOf(node.runningJobs)) {
                    boolean belongsToBooking =
                            booking.team().filter(running.team::isUnder).isPresent();
                    if (!belongsToBooking && !running.departing()) {
                        decisionApplier.preempt(running, new Reason.Booked(node.node.name()));
                    }
                }
            }
        }
    }

    private void startOrKeep(PendingJob job, boolean reservedWithinGuarantee) {
        reservationKeeper.startOrKeep(job, reservedWithinGuarantee);
        guaranteedJobWaits |= job.reservation().isPresent() && job.fitsGuarantee();
        if (job.reservation().isPresent() && !job.reservesViaPreemption()) {
            firstBlocked = firstBlocked.or(() -> Optional.of(job));
        }
    }

    // The two passes.

    /**
     * Retries the jobs within their guarantee until nothing more is decided. A start may have pushed younger jobs of
     * the team, or of a team above, beyond the guarantee; and a preemption may free more than was requested.
     */
    private void reclaim() {
        int before = -1;
        for (int round = 0;
                guaranteedJobWaits && round < RECLAIM_ROUNDS && progress() > before;
                round++) {
            before = progress();
            retryWithinGuarantee();
        }
    }

    private int progress() {
        return decisions.size() + cluster.reservations().changes();
    }

    private void retryWithinGuarantee() {
        for (PendingJob job : cluster.reservationHolders()) {
            Optional<Reservation> reservation = job.reservation();
            if (reservation.isPresent() && job.fitsGuarantee() && !allocator.start(job, true)) {
                reservationKeeper.preemptSooner(job, reservation.get());
            }
        }
        pass(true);
    }

    private void pass(boolean withinGuarantee) {
        var pass = new Pass(withinGuarantee);
        List<TeamShare> active = new ArrayList<>();
        for (TeamShare team : cluster.teamShares()) {
            if (!team.groups.isEmpty()) {
                active.add(team);
            }
        }
        while (!active.isEmpty()) {
            TeamShare next = active.getFirst();
            for (TeamShare each : active) {
                if (TeamShare.compareFairShare(each, next) < 0) {
                    next = each;
                }
            }
            PendingJob job = pass.nextOf(next);
            if (job == null) {
                active.remove(next);
            } else {
                pass.schedule(job);
            }
        }
    }

    /** One pass: jobs within their guarantee, or jobs that borrow. */
    private final class Pass {

        private final boolean withinGuarantee;
        private final Map<TeamShare, List<PendingGroup>> openGroups = new HashMap<>();

        /** Groups for which only reserved accelerators are free. */
        private final Set<PendingGroup> reservedOnly = new HashSet<>();

        /** Request classes for which this holds in every team, as long as the reservations do not change. */
        private final Set<RequestClass> reservedOnlyForAll = new HashSet<>();

        private int reservedAsOf;

        private int reservationCount;

        Pass(boolean withinGuarantee) {
            this.withinGuarantee = withinGuarantee;
            this.reservationCount =
                    (int)
                            cluster.reservationHolders().stream()
                                    .filter(job -> !job.reservesViaPreemption())
                                    .filter(job -> job.reservesWithinGuarantee() == withinGuarantee)
                                    .count();
        }

        /** The next job of a team: the first in order of its open groups. */
        @Nullable PendingJob nextOf(TeamShare team) {
            List<PendingGroup> groups =
                    openGroups.computeIfAbsent(team, each -> new ArrayList<>(each.groups.values()));
            PendingJob first = firstInOrder(groups);
            while (first != null) {
                PendingJob next = nextCandidate(first.group);
                if (next != null && isHopeless(next)) {
                    groups.remove(first.group);
                } else if (next == first) {
                    return first;
                }
                first = firstInOrder(groups); // the group has another first job, or is closed
            }
            return null;
        }

        /** The first job in order. Whether it has a chance is checked later, for this job alone. */
        private @Nullable PendingJob firstInOrder(List<PendingGroup> groups) {
            PendingJob best = null;
            for (int each = groups.size() - 1; each >= 0; each--) {
                PendingGroup group = groups.get(each);
                PendingJob next = group.next(this);
                if (next == null && group.isExhausted()) {
                    groups.set(each, groups.getLast());
                    groups.removeLast();
                } else if (next != null && (best == null || group.order.compare(next, best) < 0)) {
                    best = next;
                }
            }
            return best;
        }

        /** The next job of the group that may start: as backfill, where only reserved accelerators are free. */
        private @Nullable PendingJob nextCandidate(PendingGroup group) {
            PendingJob next = group.next(this);
            if (next == null
                    || group.isCandidate(next)
                    || reservationCount < cluster.policy.reservations()
                    || !isReservedOnly(group)) {
                return next;
            }
            List<PendingJob> windows = backfillWindows().openFor(group.requestClass);
            boolean noWindowFits = !backfillWindows().mayUse(group, windows, withinGuarantee);
            next = group.skip(each -> isBarred(each, windows), SCAN_LIMIT, noWindowFits);
            group.candidate(next);
            return next;
        }

        private boolean isBarred(PendingJob job, List<PendingJob> windows) {
            boolean barred =
                    !mayPreempt(job) && !backfillWindows().mayUse(job, windows, withinGuarantee);
            if (barred) {
                recordBlocked(job);
            }
            return barred;
        }

        private boolean mayPreempt(PendingJob job) {
            if (job.group.isUnpreemptable(job)) {
                return false;
            }
            boolean allowed = allocator.mayPreempt(job, withinGuarantee);
            if (!allowed) {
                job.group.recordUnpreemptable(job);
            }
            return allowed;
        }

        private void recordBlocked(PendingJob job) {
            guaranteedJobWaits |= withinGuarantee;
            firstBlocked = firstBlocked.or(() -> Optional.of(job));
        }

        /** Whether a search is useless: the job is beyond the guarantee, or nothing is free and it may not preempt. */
        private boolean isHopeless(PendingJob job) {
            if (withinGuarantee
                    && !job.fitsGuarantee()
                    && !job.requestClass().request().gang().isElastic()) {
                return true;
            }
            return fullClasses.contains(job.requestClass())
                    && reservationCount >= cluster.policy.reservations()
                    && !allocator.mayPreempt(job, withinGuarantee);
        }

        private void close(PendingGroup group) {
            List<PendingGroup> groups = openGroups.get(group.team);
            if (groups != null) {
                groups.remove(group);
            }
        }

        void schedule(PendingJob job) {
            PendingGroup group = job.group;
            group.lastTried(job);
            boolean searched = !fullClasses.contains(group.requestClass) && mayFindPlacement(job);
            if (searched && allocator.start(job, withinGuarantee)) {
                return;
            }
            if (withinGuarantee && !job.fitsGuarantee()) {
                close(group);
                return;
            }
            boolean limited = isLimited(job);
            if (searched) {
                recordWhyBlocked(job, limited);
            }
            if (allocator.preempt(job, withinGuarantee && job.fitsGuarantee())) {
                return;
            }
            group.recordUnpreemptable(job);
            recordBlocked(job);
            if (reservationCount < cluster.policy.reservations() && reserve(job)) {
                reservationCount++;
            }
            if (fullClasses.contains(group.requestClass)
                    || limited
                    || group.requestClass.pools().isEmpty()
                    || group.attempts() > SCAN_LIMIT) {
                close(group);
            }
        }

        /** Records why the first job of a group found nothing, so that the jobs behind it need no search. */
        private void recordWhyBlocked(PendingJob job, boolean limited) {
            if (!limited && isFull(job)) {
                fullClasses.add(job.requestClass());
            } else if (cluster.bookings().isEmpty()) {
                reservedOnly.add(job.group);
                if (!withinGuarantee && !job.team().isLimited()) {
                    reservedOnlyForAll.add(job.requestClass());
                }
            }
        }

        /** If the first job of a group found nothing, the next can start only as backfill. */
        private boolean mayFindPlacement(PendingJob job) {
            return !isReservedOnly(job.group)
                    || backfillWindows()
                            .mayUse(
                                    job,
                                    backfillWindows().openFor(job.requestClass()),
                                    withinGuarantee);
        }

        private boolean isReservedOnly(PendingGroup group) {
            if (reservedAsOf != cluster.reservations().changes()) {
                reservedAsOf = cluster.reservations().changes();
                reservedOnlyForAll.clear();
            }
            if (reservedOnlyForAll.contains(group.requestClass)) {
                reservedOnly.add(group);
            }
            return reservedOnly.contains(group);
        }

        /** Whether a limit of its team blocks a type that it could use; then free accelerators do not help. */
        private boolean isLimited(PendingJob job) {
            RequestClass requestClass = job.requestClass();
            for (NodePool nodePool : requestClass.pools()) {
                int least =
                        nodePool.thousandthsFor(requestClass)
                                * requestClass.request().gang().minNodes();
                if (job.team().limitedBy(nodePool.type(), least).isPresent()) {
                    return true;
                }
            }
            return false;
        }

        /** Whether it finds no placement even without the reservations of others. */
        private boolean isFull(PendingJob job) {
            int least = job.requestClass().request().gang().minNodes();
            return placementSearch
                    .find(new PlacementRequest(job, false, false, now), least)
                    .isEmpty();
        }

        private boolean reserve(PendingJob job) {
            var request = new PlacementRequest(job, withinGuarantee, true, now);
            Optional<Reservation> reservation = reservationSearch.earliest(request);
            reservation.ifPresent(found -> decisionApplier.reserve(request, found));
            return reservation.isPresent();
        }
    }

    private Reservations.BackfillWindows backfillWindows() {
        Reservations.BackfillWindows current = backfillWindows;
        if (current == null || windowsVersion != cluster.reservations().changes()) {
            windowsVersion = cluster.reservations().changes();
            current = cluster.reservations().backfillWindows(now);
            backfillWindows = current;
        }
        return current;
    }
}
