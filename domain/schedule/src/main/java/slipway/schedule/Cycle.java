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
    private static final int LOOKS = 16;

    /** So often those within their guarantee ask again; what is decided then is rarely more than once the cause. */
    private static final int ROUNDS = 4;

    private final ClusterIndex clusterIndex;
    private final Instant at;
    private final long now;
    private final PlacementSearch placementSearch;
    private final ReservationSearch reservationSearch;
    private final Allocator allocator;
    private final ReservationKeeper reservationKeeper;
    private final DecisionApplier decisionApplier;
    private final Map<WorkloadId, Decision> decided = new HashMap<>();
    private final Set<RequestClass> full = new HashSet<>();

    private Reservations.@Nullable Gaps gaps;
    private int gapsAsOf = -1;

    /** Whether somebody within its guarantee has no place, or has one only when others end. */
    private boolean waitsWithin;

    /** The first that found no place and could make none. */
    private Optional<PendingJob> head = Optional.empty();

    Cycle(ClusterIndex clusterIndex, Instant at) {
        this.clusterIndex = clusterIndex;
        this.at = at;
        this.now = at.toEpochMilli();
        this.placementSearch = new PlacementSearch(clusterIndex);
        this.reservationSearch = new ReservationSearch(now);
        this.decisionApplier = new DecisionApplier(clusterIndex, at, decided);
        this.allocator = new Allocator(clusterIndex, at, decisionApplier);
        this.reservationKeeper =
                new ReservationKeeper(clusterIndex, at, allocator, decisionApplier);
    }

    /** What was decided beside staying and waiting. */
    Map<WorkloadId, Decision> run() {
        clusterIndex.ripen(now);
        clusterIndex.reprice();
        for (TeamShare teamShare : clusterIndex.shares()) {
            teamShare.begin(at, clusterIndex.policy.halfLife());
        }
        for (Booking booking : clusterIndex.bookings()) {
            begin(booking);
        }
        reservationKeeper.forgetLost();
        int lost = clusterIndex.kept().lost();
        Map<Boolean, List<PendingJob>> holders =
                clusterIndex.promised().stream()
                        .collect(Collectors.partitioningBy(PendingJob::holdsWithin));
        holders.getOrDefault(true, List.of()).forEach(pendingJob -> keep(pendingJob, true));
        pass(true);
        holders.getOrDefault(true, List.of()).forEach(reservationKeeper::borrowMeanwhile);
        holders.getOrDefault(false, List.of()).forEach(pendingJob -> keep(pendingJob, false));
        pass(false);
        // What was kept for who has just lost its place counted against its team; others may be
        // within now.
        waitsWithin |= clusterIndex.kept().lost() > lost;
        takeBack();
        var rebalancer = new Rebalancer(clusterIndex, at, decisionApplier);
        head.ifPresent(rebalancer::makeRoom);
        rebalancer.grow();
        return decided;
    }

    // Bookings and promises.

    private void begin(Booking booking) {
        if (now < booking.from().toEpochMilli() || now >= booking.until().toEpochMilli()) {
            return;
        }
        for (NodeState nodeState : clusterIndex.hosts()) {
            if (nodeState.bookings.contains(booking)) {
                for (RunningJob runningJob : List.copyOf(nodeState.tenants)) {
                    boolean invited =
                            booking.team()
                                    .filter(
                                            team ->
                                                    runningJob.team.path.stream()
                                                            .anyMatch(
                                                                    s -> s.team.id().equals(team)))
                                    .isPresent();
                    if (!invited && !runningJob.leaving()) {
                        decisionApplier.stop(runningJob, new Reason.Booked(nodeState.node.name()));
                    }
                }
            }
        }
    }

    private void keep(PendingJob pendingJob, boolean heldWithin) {
        reservationKeeper.keep(pendingJob, heldWithin);
        waitsWithin |= pendingJob.promise().isPresent() && pendingJob.within();
        if (pendingJob.promise().isPresent() && !pendingJob.holdsRoom()) {
            head = head.or(() -> Optional.of(pendingJob));
        }
    }

    // The two passes.

    /**
     * Whoever has just started may have put its team's younger ones, or those of a team above, beyond what is
     * guaranteed; and who was stopped may leave more than was asked for. So those who wait within their guarantee ask
     * again, until nothing more is decided.
     */
    private void takeBack() {
        int before = -1;
        for (int round = 0; waitsWithin && round < ROUNDS && changes() > before; round++) {
            before = changes();
            askAgain();
        }
    }

    private int changes() {
        return decided.size() + clusterIndex.kept().changes();
    }

    private void askAgain() {
        for (PendingJob pendingJob : clusterIndex.promised()) {
            Optional<Reservation> promise = pendingJob.promise();
            if (promise.isPresent() && pendingJob.within() && !allocator.start(pendingJob, true)) {
                reservationKeeper.makeRoomSooner(pendingJob, promise.get());
            }
        }
        pass(true);
    }

    private void pass(boolean within) {
        var pass = new Pass(within);
        List<TeamShare> active = new ArrayList<>();
        for (TeamShare teamShare : clusterIndex.shares()) {
            if (!teamShare.lines.isEmpty()) {
                active.add(teamShare);
            }
        }
        while (!active.isEmpty()) {
            TeamShare next = active.getFirst();
            for (TeamShare each : active) {
                if (TeamShare.turn(each, next) < 0) {
                    next = each;
                }
            }
            PendingJob pendingJob = pass.first(next);
            if (pendingJob == null) {
                active.remove(next);
            } else {
                pass.serve(pendingJob);
            }
        }
    }

    /** One pass: within the guarantees, or beyond them. */
    private final class Pass {

        private final boolean within;
        private final Map<TeamShare, List<PendingGroup>> open = new HashMap<>();

        /** Lines for which only kept places are left. */
        private final Set<PendingGroup> kept = new HashSet<>();

        /** Forms of which that holds for every team, as long as the same places are kept. */
        private final Set<RequestClass> keptForAll = new HashSet<>();

        private int keptAsOf;

        private int keeps;

        Pass(boolean within) {
            this.within = within;
            this.keeps =
                    (int)
                            clusterIndex.promised().stream()
                                    .filter(pendingJob -> !pendingJob.holdsRoom())
                                    .filter(pendingJob -> pendingJob.holdsWithin() == within)
                                    .count();
        }

        /** The first in order of a team's lines that are still open. */
        @Nullable PendingJob first(TeamShare teamShare) {
            List<PendingGroup> lines =
                    open.computeIfAbsent(teamShare, each -> new ArrayList<>(each.lines.values()));
            PendingJob first = firstOf(lines);
            while (first != null) {
                PendingJob next = promising(first.line);
                if (next != null && isHopeless(next)) {
                    lines.remove(first.line);
                } else if (next == first) {
                    return first;
                }
                first = firstOf(lines); // its line has another at its head, or is closed
            }
            return null;
        }

        /** Whether it has a chance is asked of this one alone: that costs more than to find it. */
        private @Nullable PendingJob firstOf(List<PendingGroup> lines) {
            PendingJob best = null;
            for (int each = lines.size() - 1; each >= 0; each--) {
                PendingGroup pendingGroup = lines.get(each);
                PendingJob next = pendingGroup.next(this);
                if (next == null && pendingGroup.isOver()) {
                    lines.set(each, lines.getLast());
                    lines.removeLast();
                } else if (next != null
                        && (best == null || pendingGroup.order.compare(next, best) < 0)) {
                    best = next;
                }
            }
            return best;
        }

        /** The next of the line that may find something: in a gap, where only kept places are left. */
        private @Nullable PendingJob promising(PendingGroup pendingGroup) {
            PendingJob next = pendingGroup.next(this);
            if (next == null
                    || pendingGroup.isPromising(next)
                    || keeps < clusterIndex.policy.reservations()
                    || !isKept(pendingGroup)) {
                return next;
            }
            List<PendingJob> open = gaps().open(pendingGroup.form);
            boolean shut = !gaps().mayUse(pendingGroup, open, within);
            next = pendingGroup.skip(each -> isBarred(each, open), LOOKS, shut);
            pendingGroup.promising(next);
            return next;
        }

        private boolean isBarred(PendingJob pendingJob, List<PendingJob> open) {
            boolean barred = !mayTake(pendingJob) && !gaps().mayUse(pendingJob, open, within);
            if (barred) {
                blocked(pendingJob);
            }
            return barred;
        }

        private boolean mayTake(PendingJob pendingJob) {
            if (pendingJob.line.isVainFor(pendingJob)) {
                return false;
            }
            boolean may = allocator.mayTake(pendingJob, within);
            if (!may) {
                pendingJob.line.triedInVain(pendingJob);
            }
            return may;
        }

        private void blocked(PendingJob pendingJob) {
            waitsWithin |= within;
            head = head.or(() -> Optional.of(pendingJob));
        }

        /** Whether it need not be tried: it is not within, or nothing is free and nobody can be moved for it. */
        private boolean isHopeless(PendingJob pendingJob) {
            if (within && !pendingJob.within() && !pendingJob.form().ask().gang().isElastic()) {
                return true;
            }
            return full.contains(pendingJob.form())
                    && keeps >= clusterIndex.policy.reservations()
                    && !allocator.mayTake(pendingJob, within);
        }

        private void close(PendingGroup pendingGroup) {
            List<PendingGroup> lines = open.get(pendingGroup.team);
            if (lines != null) {
                lines.remove(pendingGroup);
            }
        }

        void serve(PendingJob pendingJob) {
            PendingGroup pendingGroup = pendingJob.line;
            pendingGroup.reached(pendingJob);
            boolean tried = !full.contains(pendingGroup.form) && mayFind(pendingJob);
            if (tried && allocator.start(pendingJob, within)) {
                return;
            }
            if (within && !pendingJob.within()) {
                close(pendingGroup);
                return;
            }
            boolean limited = isLimited(pendingJob);
            if (tried) {
                learn(pendingJob, limited);
            }
            if (allocator.makeRoom(pendingJob, within && pendingJob.within())) {
                return;
            }
            pendingGroup.triedInVain(pendingJob);
            blocked(pendingJob);
            if (keeps < clusterIndex.policy.reservations() && keepPlace(pendingJob)) {
                keeps++;
            }
            if (full.contains(pendingGroup.form)
                    || limited
                    || pendingGroup.form.pools().isEmpty()
                    || pendingGroup.looked() > LOOKS) {
                close(pendingGroup);
            }
        }

        /** Why the first of a line found nothing, so that those behind it need not look. */
        private void learn(PendingJob pendingJob, boolean limited) {
            if (!limited && isFull(pendingJob)) {
                full.add(pendingJob.form());
            } else if (clusterIndex.bookings().isEmpty()) {
                kept.add(pendingJob.line);
                if (!within && !pendingJob.team().isLimited()) {
                    keptForAll.add(pendingJob.form());
                }
            }
        }

        /** What the first of a line did not find the next finds only in a gap. */
        private boolean mayFind(PendingJob pendingJob) {
            return !isKept(pendingJob.line)
                    || gaps().mayUse(pendingJob, gaps().open(pendingJob.form()), within);
        }

        private boolean isKept(PendingGroup pendingGroup) {
            if (keptAsOf != clusterIndex.kept().changes()) {
                keptAsOf = clusterIndex.kept().changes();
                keptForAll.clear();
            }
            if (keptForAll.contains(pendingGroup.form)) {
                kept.add(pendingGroup);
            }
            return kept.contains(pendingGroup);
        }

        /** Whether its team may have no more of something it could use: that others have room says nothing to it. */
        private boolean isLimited(PendingJob pendingJob) {
            RequestClass requestClass = pendingJob.form();
            for (NodePool nodePool : requestClass.pools()) {
                int least = nodePool.takes(requestClass) * requestClass.ask().gang().minNodes();
                if (pendingJob.team().limitedBy(nodePool.type(), least).isPresent()) {
                    return true;
                }
            }
            return false;
        }

        /** Whether it would find no place even if none were kept for others. */
        private boolean isFull(PendingJob pendingJob) {
            int least = pendingJob.form().ask().gang().minNodes();
            return placementSearch
                    .find(new PlacementRequest(pendingJob, false, false, now), least)
                    .isEmpty();
        }

        private boolean keepPlace(PendingJob pendingJob) {
            var placementRequest = new PlacementRequest(pendingJob, within, true, now);
            Optional<Reservation> promise = reservationSearch.soonest(placementRequest);
            promise.ifPresent(found -> decisionApplier.keep(placementRequest, found));
            return promise.isPresent();
        }
    }

    private Reservations.Gaps gaps() {
        Reservations.Gaps known = gaps;
        if (known == null || gapsAsOf != clusterIndex.kept().changes()) {
            gapsAsOf = clusterIndex.kept().changes();
            known = clusterIndex.kept().gaps(now);
            gaps = known;
        }
        return known;
    }
}
