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
 * One round of decisions. First everybody within a guarantee, then the borrowers; and of each, those first for whom a
 * place is kept. In each pass the team that has least of its due chooses next, and gives its turn to its first workload
 * in order. Whoever finds no place has others cleared away if it may; else, as the first blocked, it gets a place kept;
 * and the pass goes on with those that do not touch it.
 *
 * <p>Cost: a form that is nowhere free is tried once, however many wait for it; so a cycle costs as much as there are
 * teams, forms and starts, not as there are waiting.
 */
final class Cycle {

    /** Behind one that would fit but for a kept place, so many more of its line are looked at for a shorter one. */
    private static final int SCAN_LIMIT = 16;

    /** So often those within their guarantee ask again; what is decided then is rarely more than once the cause. */
    private static final int RECLAIM_ROUNDS = 4;

    private final ClusterIndex clusterIndex;
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

    /** Whether somebody within its guarantee has no place, or has one only when others end. */
    private boolean guaranteedJobWaits;

    /** The first that found no place and could make none. */
    private Optional<PendingJob> firstBlocked = Optional.empty();

    Cycle(ClusterIndex clusterIndex, Instant at) {
        this.clusterIndex = clusterIndex;
        this.at = at;
        this.now = at.toEpochMilli();
        this.placementSearch = new PlacementSearch(clusterIndex);
        this.reservationSearch = new ReservationSearch(now);
        this.decisionApplier = new DecisionApplier(clusterIndex, at, decisions);
        this.allocator = new Allocator(clusterIndex, at, decisionApplier);
        this.reservationKeeper =
                new ReservationKeeper(clusterIndex, at, allocator, decisionApplier);
    }

    /** What was decided beside staying and waiting. */
    Map<WorkloadId, Decision> run() {
        clusterIndex.queueDeferred(now);
        clusterIndex.updateTypeDemand();
        for (TeamShare teamShare : clusterIndex.teamShares()) {
            teamShare.beginCycle(at, clusterIndex.policy.halfLife());
        }
        for (Booking booking : clusterIndex.bookings()) {
            startBooking(booking);
        }
        reservationKeeper.cancelInvalid();
        int cancelledBefore = clusterIndex.reservations().cancelled();
        Map<Boolean, List<PendingJob>> byGuarantee =
                clusterIndex.reservationHolders().stream()
                        .collect(Collectors.partitioningBy(PendingJob::reservesWithinGuarantee));
        byGuarantee.getOrDefault(true, List.of()).forEach(pendingJob -> startOrKeep(pendingJob, true));
        pass(true);
        byGuarantee.getOrDefault(true, List.of()).forEach(reservationKeeper::startOnBorrowed);
        byGuarantee.getOrDefault(false, List.of()).forEach(pendingJob -> startOrKeep(pendingJob, false));
        pass(false);
        // What was kept for who has just lost its place counted against its team; others may be
        // within now.
        guaranteedJobWaits |= clusterIndex.reservations().cancelled() > cancelledBefore;
        reclaim();
        var rebalancer = new Rebalancer(clusterIndex, at, decisionApplier);
        firstBlocked.ifPresent(rebalancer::consolidateFor);
        rebalancer.grow();
        return decisions;
    }

    // Bookings and promises.

    private void startBooking(Booking booking) {
        if (now < booking.from().toEpochMilli() || now >= booking.until().toEpochMilli()) {
            return;
        }
        for (NodeState nodeState : clusterIndex.nodes()) {
            if (nodeState.bookings.contains(booking)) {
                for (RunningJob runningJob : List.copyOf(nodeState.runningJobs)) {
                    boolean belongsToBooking =
                            booking.team()
                                    .filter(
                                            team ->
                                                    runningJob.team.path.stream()
                                                            .anyMatch(
                                                                    s -> s.team.id().equals(team)))
                                    .isPresent();
                    if (!belongsToBooking && !runningJob.departing()) {
                        decisionApplier.preempt(runningJob, new Reason.Booked(nodeState.node.name()));
                    }
                }
            }
        }
    }

    private void startOrKeep(PendingJob pendingJob, boolean reservedWithinGuarantee) {
        reservationKeeper.startOrKeep(pendingJob, reservedWithinGuarantee);
        guaranteedJobWaits |= pendingJob.reservation().isPresent() && pendingJob.fitsGuarantee();
        if (pendingJob.reservation().isPresent() && !pendingJob.reservesViaPreemption()) {
            firstBlocked = firstBlocked.or(() -> Optional.of(pendingJob));
        }
    }

    // The two passes.

    /**
     * Whoever has just started may have put its team's younger ones, or those of a team above, beyond what is
     * guaranteed; and who was stopped may leave more than was asked for. So those who wait within their guarantee ask
     * again, until nothing more is decided.
     */
    private void reclaim() {
        int before = -1;
        for (int round = 0; guaranteedJobWaits && round < RECLAIM_ROUNDS && progress() > before; round++) {
            before = progress();
            retryWithinGuarantee();
        }
    }

    private int progress() {
        return decisions.size() + clusterIndex.reservations().changes();
    }

    private void retryWithinGuarantee() {
        for (PendingJob pendingJob : clusterIndex.reservationHolders()) {
            Optional<Reservation> reservation = pendingJob.reservation();
            if (reservation.isPresent() && pendingJob.fitsGuarantee() && !allocator.start(pendingJob, true)) {
                reservationKeeper.preemptSooner(pendingJob, reservation.get());
            }
        }
        pass(true);
    }

    private void pass(boolean withinGuarantee) {
        var pass = new Pass(withinGuarantee);
        List<TeamShare> active = new ArrayList<>();
        for (TeamShare teamShare : clusterIndex.teamShares()) {
            if (!teamShare.groups.isEmpty()) {
                active.add(teamShare);
            }
        }
        while (!active.isEmpty()) {
            TeamShare next = active.getFirst();
            for (TeamShare each : active) {
                if (TeamShare.compareFairShare(each, next) < 0) {
                    next = each;
                }
            }
            PendingJob pendingJob = pass.nextOf(next);
            if (pendingJob == null) {
                active.remove(next);
            } else {
                pass.schedule(pendingJob);
            }
        }
    }

    /** One pass: within the guarantees, or beyond them. */
    private final class Pass {

        private final boolean withinGuarantee;
        private final Map<TeamShare, List<PendingGroup>> openGroups = new HashMap<>();

        /** Lines for which only kept places are left. */
        private final Set<PendingGroup> reservedOnly = new HashSet<>();

        /** Forms of which that holds for every team, as long as the same places are kept. */
        private final Set<RequestClass> reservedOnlyForAll = new HashSet<>();

        private int reservedAsOf;

        private int reservationCount;

        Pass(boolean withinGuarantee) {
            this.withinGuarantee = withinGuarantee;
            this.reservationCount =
                    (int)
                            clusterIndex.reservationHolders().stream()
                                    .filter(pendingJob -> !pendingJob.reservesViaPreemption())
                                    .filter(pendingJob -> pendingJob.reservesWithinGuarantee() == withinGuarantee)
                                    .count();
        }

        /** The first in order of a team's lines that are still open. */
        @Nullable PendingJob nextOf(TeamShare teamShare) {
            List<PendingGroup> groups =
                    openGroups.computeIfAbsent(teamShare, each -> new ArrayList<>(each.groups.values()));
            PendingJob first = firstInOrder(groups);
            while (first != null) {
                PendingJob next = nextCandidate(first.group);
                if (next != null && isHopeless(next)) {
                    groups.remove(first.group);
                } else if (next == first) {
                    return first;
                }
                first = firstInOrder(groups); // its line has another at its head, or is closed
            }
            return null;
        }

        /** Whether it has a chance is asked of this one alone: that costs more than to find it. */
        private @Nullable PendingJob firstInOrder(List<PendingGroup> groups) {
            PendingJob best = null;
            for (int each = groups.size() - 1; each >= 0; each--) {
                PendingGroup pendingGroup = groups.get(each);
                PendingJob next = pendingGroup.next(this);
                if (next == null && pendingGroup.isExhausted()) {
                    groups.set(each, groups.getLast());
                    groups.removeLast();
                } else if (next != null
                        && (best == null || pendingGroup.order.compare(next, best) < 0)) {
                    best = next;
                }
            }
            return best;
        }

        /** The next of the line that may find something: in a gap, where only kept places are left. */
        private @Nullable PendingJob nextCandidate(PendingGroup pendingGroup) {
            PendingJob next = pendingGroup.next(this);
            if (next == null
                    || pendingGroup.isCandidate(next)
                    || reservationCount < clusterIndex.policy.reservations()
                    || !isReservedOnly(pendingGroup)) {
                return next;
            }
            List<PendingJob> windows = backfillWindows().openFor(pendingGroup.requestClass);
            boolean noWindowFits = !backfillWindows().mayUse(pendingGroup, windows, withinGuarantee);
            next = pendingGroup.skip(each -> isBarred(each, windows), SCAN_LIMIT, noWindowFits);
            pendingGroup.candidate(next);
            return next;
        }

        private boolean isBarred(PendingJob pendingJob, List<PendingJob> windows) {
            boolean barred = !mayPreempt(pendingJob) && !backfillWindows().mayUse(pendingJob, windows, withinGuarantee);
            if (barred) {
                recordBlocked(pendingJob);
            }
            return barred;
        }

        private boolean mayPreempt(PendingJob pendingJob) {
            if (pendingJob.group.isUnpreemptable(pendingJob)) {
                return false;
            }
            boolean allowed = allocator.mayPreempt(pendingJob, withinGuarantee);
            if (!allowed) {
                pendingJob.group.recordUnpreemptable(pendingJob);
            }
            return allowed;
        }

        private void recordBlocked(PendingJob pendingJob) {
            guaranteedJobWaits |= withinGuarantee;
            firstBlocked = firstBlocked.or(() -> Optional.of(pendingJob));
        }

        /** Whether it need not be tried: it is not within, or nothing is free and nobody can be moved for it. */
        private boolean isHopeless(PendingJob pendingJob) {
            if (withinGuarantee && !pendingJob.fitsGuarantee() && !pendingJob.requestClass().request().gang().isElastic()) {
                return true;
            }
            return fullClasses.contains(pendingJob.requestClass())
                    && reservationCount >= clusterIndex.policy.reservations()
                    && !allocator.mayPreempt(pendingJob, withinGuarantee);
        }

        private void close(PendingGroup pendingGroup) {
            List<PendingGroup> groups = openGroups.get(pendingGroup.team);
            if (groups != null) {
                groups.remove(pendingGroup);
            }
        }

        void schedule(PendingJob pendingJob) {
            PendingGroup pendingGroup = pendingJob.group;
            pendingGroup.lastTried(pendingJob);
            boolean searched = !fullClasses.contains(pendingGroup.requestClass) && mayFindPlacement(pendingJob);
            if (searched && allocator.start(pendingJob, withinGuarantee)) {
                return;
            }
            if (withinGuarantee && !pendingJob.fitsGuarantee()) {
                close(pendingGroup);
                return;
            }
            boolean limited = isLimited(pendingJob);
            if (searched) {
                recordWhyBlocked(pendingJob, limited);
            }
            if (allocator.preempt(pendingJob, withinGuarantee && pendingJob.fitsGuarantee())) {
                return;
            }
            pendingGroup.recordUnpreemptable(pendingJob);
            recordBlocked(pendingJob);
            if (reservationCount < clusterIndex.policy.reservations() && reserve(pendingJob)) {
                reservationCount++;
            }
            if (fullClasses.contains(pendingGroup.requestClass)
                    || limited
                    || pendingGroup.requestClass.pools().isEmpty()
                    || pendingGroup.attempts() > SCAN_LIMIT) {
                close(pendingGroup);
            }
        }

        /** Why the first of a line found nothing, so that those behind it need not look. */
        private void recordWhyBlocked(PendingJob pendingJob, boolean limited) {
            if (!limited && isFull(pendingJob)) {
                fullClasses.add(pendingJob.requestClass());
            } else if (clusterIndex.bookings().isEmpty()) {
                reservedOnly.add(pendingJob.group);
                if (!withinGuarantee && !pendingJob.team().isLimited()) {
                    reservedOnlyForAll.add(pendingJob.requestClass());
                }
            }
        }

        /** What the first of a line did not find the next finds only in a gap. */
        private boolean mayFindPlacement(PendingJob pendingJob) {
            return !isReservedOnly(pendingJob.group)
                    || backfillWindows().mayUse(pendingJob, backfillWindows().openFor(pendingJob.requestClass()), withinGuarantee);
        }

        private boolean isReservedOnly(PendingGroup pendingGroup) {
            if (reservedAsOf != clusterIndex.reservations().changes()) {
                reservedAsOf = clusterIndex.reservations().changes();
                reservedOnlyForAll.clear();
            }
            if (reservedOnlyForAll.contains(pendingGroup.requestClass)) {
                reservedOnly.add(pendingGroup);
            }
            return reservedOnly.contains(pendingGroup);
        }

        /** Whether its team may have no more of something it could use: that others have room says nothing to it. */
        private boolean isLimited(PendingJob pendingJob) {
            RequestClass requestClass = pendingJob.requestClass();
            for (NodePool nodePool : requestClass.pools()) {
                int least = nodePool.thousandthsFor(requestClass) * requestClass.request().gang().minNodes();
                if (pendingJob.team().limitedBy(nodePool.type(), least).isPresent()) {
                    return true;
                }
            }
            return false;
        }

        /** Whether it would find no place even if none were kept for others. */
        private boolean isFull(PendingJob pendingJob) {
            int least = pendingJob.requestClass().request().gang().minNodes();
            return placementSearch
                    .find(new PlacementRequest(pendingJob, false, false, now), least)
                    .isEmpty();
        }

        private boolean reserve(PendingJob pendingJob) {
            var placementRequest = new PlacementRequest(pendingJob, withinGuarantee, true, now);
            Optional<Reservation> reservation = reservationSearch.earliest(placementRequest);
            reservation.ifPresent(found -> decisionApplier.reserve(placementRequest, found));
            return reservation.isPresent();
        }
    }

    private Reservations.BackfillWindows backfillWindows() {
        Reservations.BackfillWindows current = backfillWindows;
        if (current == null || windowsVersion != clusterIndex.reservations().changes()) {
            windowsVersion = clusterIndex.reservations().changes();
            current = clusterIndex.reservations().backfillWindows(now);
            backfillWindows = current;
        }
        return current;
    }
}
