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
import slipway.schedule.Decision.Reason;
import slipway.schedule.picture.Booking;
import slipway.schedule.picture.Promise;

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

    private final Board board;
    private final Instant at;
    private final long now;
    private final Seating seating;
    private final Keeping keeping;
    private final Serving serving;
    private final Promises promises;
    private final Acting acting;
    private final Map<WorkloadId, Decision> decided = new HashMap<>();
    private final Set<Form> full = new HashSet<>();

    private Kept.@Nullable Gaps gaps;
    private int gapsAsOf = -1;

    /** Whether somebody within its guarantee has no place, or has one only when others end. */
    private boolean waitsWithin;

    /** The first that found no place and could make none. */
    private Optional<Waiter> head = Optional.empty();

    Cycle(Board board, Instant at) {
        this.board = board;
        this.at = at;
        this.now = at.toEpochMilli();
        this.seating = new Seating(board);
        this.keeping = new Keeping(now);
        this.acting = new Acting(board, at, decided);
        this.serving = new Serving(board, at, acting);
        this.promises = new Promises(board, at, serving, acting);
    }

    /** What was decided beside staying and waiting. */
    Map<WorkloadId, Decision> run() {
        board.ripen(now);
        board.reprice();
        for (Share share : board.shares()) {
            share.begin(at, board.policy.halfLife());
        }
        for (Booking booking : board.bookings()) {
            begin(booking);
        }
        promises.forgetLost();
        int lost = board.kept().lost();
        Map<Boolean, List<Waiter>> holders =
                board.promised().stream().collect(Collectors.partitioningBy(Waiter::holdsWithin));
        holders.getOrDefault(true, List.of()).forEach(waiter -> keep(waiter, true));
        pass(true);
        holders.getOrDefault(true, List.of()).forEach(promises::borrowMeanwhile);
        holders.getOrDefault(false, List.of()).forEach(waiter -> keep(waiter, false));
        pass(false);
        // What was kept for who has just lost its place counted against its team; others may be
        // within now.
        waitsWithin |= board.kept().lost() > lost;
        takeBack();
        var moving = new Moving(board, at, acting);
        head.ifPresent(moving::makeRoom);
        moving.grow();
        return decided;
    }

    // Bookings and promises.

    private void begin(Booking booking) {
        if (now < booking.from().toEpochMilli() || now >= booking.until().toEpochMilli()) {
            return;
        }
        for (Host host : board.hosts()) {
            if (host.bookings.contains(booking)) {
                for (Tenant tenant : List.copyOf(host.tenants)) {
                    boolean invited =
                            booking.team()
                                    .filter(
                                            team ->
                                                    tenant.team.path.stream()
                                                            .anyMatch(
                                                                    s -> s.team.id().equals(team)))
                                    .isPresent();
                    if (!invited && !tenant.leaving()) {
                        acting.stop(tenant, new Reason.Booked(host.node.name()));
                    }
                }
            }
        }
    }

    private void keep(Waiter waiter, boolean heldWithin) {
        promises.keep(waiter, heldWithin);
        waitsWithin |= waiter.promise().isPresent() && waiter.within();
        if (waiter.promise().isPresent() && !waiter.holdsRoom()) {
            head = head.or(() -> Optional.of(waiter));
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
        return decided.size() + board.kept().changes();
    }

    private void askAgain() {
        for (Waiter waiter : board.promised()) {
            Optional<Promise> promise = waiter.promise();
            if (promise.isPresent() && waiter.within() && !serving.start(waiter, true)) {
                promises.makeRoomSooner(waiter, promise.get());
            }
        }
        pass(true);
    }

    private void pass(boolean within) {
        var pass = new Pass(within);
        List<Share> active = new ArrayList<>();
        for (Share share : board.shares()) {
            if (!share.lines.isEmpty()) {
                active.add(share);
            }
        }
        while (!active.isEmpty()) {
            Share next = active.getFirst();
            for (Share each : active) {
                if (Share.turn(each, next) < 0) {
                    next = each;
                }
            }
            Waiter waiter = pass.first(next);
            if (waiter == null) {
                active.remove(next);
            } else {
                pass.serve(waiter);
            }
        }
    }

    /** One pass: within the guarantees, or beyond them. */
    private final class Pass {

        private final boolean within;
        private final Map<Share, List<Line>> open = new HashMap<>();

        /** Lines for which only kept places are left. */
        private final Set<Line> kept = new HashSet<>();

        /** Forms of which that holds for every team, as long as the same places are kept. */
        private final Set<Form> keptForAll = new HashSet<>();

        private int keptAsOf;

        private int keeps;

        Pass(boolean within) {
            this.within = within;
            this.keeps =
                    (int)
                            board.promised().stream()
                                    .filter(waiter -> !waiter.promise().orElseThrow().room())
                                    .filter(waiter -> waiter.holdsWithin() == within)
                                    .count();
        }

        /** The first in order of a team's lines that are still open. */
        @Nullable Waiter first(Share share) {
            List<Line> lines =
                    open.computeIfAbsent(share, each -> new ArrayList<>(each.lines.values()));
            Waiter first = firstOf(lines);
            while (first != null) {
                Waiter next = promising(first.line);
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
        private @Nullable Waiter firstOf(List<Line> lines) {
            Waiter best = null;
            for (int each = lines.size() - 1; each >= 0; each--) {
                Line line = lines.get(each);
                Waiter next = line.next(this);
                if (next == null && line.isOver()) {
                    lines.set(each, lines.getLast());
                    lines.removeLast();
                } else if (next != null && (best == null || line.order.compare(next, best) < 0)) {
                    best = next;
                }
            }
            return best;
        }

        /** The next of the line that may find something: in a gap, where only kept places are left. */
        private @Nullable Waiter promising(Line line) {
            Waiter next = line.next(this);
            if (next == null
                    || line.isPromising(next)
                    || keeps < board.policy.reservations()
                    || !isKept(line)) {
                return next;
            }
            List<Waiter> open = gaps().open(line.form);
            boolean shut = !gaps().mayUse(line, open, within);
            next = line.skip(each -> isBarred(each, open), LOOKS, shut);
            line.promising(next);
            return next;
        }

        private boolean isBarred(Waiter waiter, List<Waiter> open) {
            boolean barred = !mayTake(waiter) && !gaps().mayUse(waiter, open, within);
            if (barred) {
                blocked(waiter);
            }
            return barred;
        }

        private boolean mayTake(Waiter waiter) {
            if (waiter.line.isVainFor(waiter)) {
                return false;
            }
            boolean may = serving.mayTake(waiter, within);
            if (!may) {
                waiter.line.triedInVain(waiter);
            }
            return may;
        }

        private void blocked(Waiter waiter) {
            waitsWithin |= within;
            head = head.or(() -> Optional.of(waiter));
        }

        /** Whether it need not be tried: it is not within, or nothing is free and nobody can be moved for it. */
        private boolean isHopeless(Waiter waiter) {
            if (within && !waiter.within() && !waiter.form().ask().gang().elastic()) {
                return true;
            }
            return full.contains(waiter.form())
                    && keeps >= board.policy.reservations()
                    && !serving.mayTake(waiter, within);
        }

        private void close(Line line) {
            List<Line> lines = open.get(line.team);
            if (lines != null) {
                lines.remove(line);
            }
        }

        void serve(Waiter waiter) {
            Line line = waiter.line;
            line.reached(waiter);
            boolean tried = !full.contains(line.form) && mayFind(waiter);
            if (tried && serving.start(waiter, within)) {
                return;
            }
            if (within && !waiter.within()) {
                close(line);
                return;
            }
            boolean limited = isLimited(waiter);
            if (tried) {
                learn(waiter, limited);
            }
            if (serving.makeRoom(waiter, within && waiter.within())) {
                return;
            }
            line.triedInVain(waiter);
            blocked(waiter);
            if (keeps < board.policy.reservations() && keepPlace(waiter)) {
                keeps++;
            }
            if (full.contains(line.form)
                    || limited
                    || line.form.pools().isEmpty()
                    || line.looked() > LOOKS) {
                close(line);
            }
        }

        /** Why the first of a line found nothing, so that those behind it need not look. */
        private void learn(Waiter waiter, boolean limited) {
            if (!limited && isFull(waiter)) {
                full.add(waiter.form());
            } else if (board.bookings().isEmpty()) {
                kept.add(waiter.line);
                if (!within && !waiter.team().isLimited()) {
                    keptForAll.add(waiter.form());
                }
            }
        }

        /** What the first of a line did not find the next finds only in a gap. */
        private boolean mayFind(Waiter waiter) {
            return !isKept(waiter.line)
                    || gaps().mayUse(waiter, gaps().open(waiter.form()), within);
        }

        private boolean isKept(Line line) {
            if (keptAsOf != board.kept().changes()) {
                keptAsOf = board.kept().changes();
                keptForAll.clear();
            }
            if (keptForAll.contains(line.form)) {
                kept.add(line);
            }
            return kept.contains(line);
        }

        /** Whether its team may have no more of something it could use: that others have room says nothing to it. */
        private boolean isLimited(Waiter waiter) {
            Form form = waiter.form();
            for (Pool pool : form.pools()) {
                int least = pool.takes(form) * form.ask().gang().least();
                if (waiter.team().limitedBy(pool.type(), least).isPresent()) {
                    return true;
                }
            }
            return false;
        }

        /** Whether it would find no place even if none were kept for others. */
        private boolean isFull(Waiter waiter) {
            int least = waiter.form().ask().gang().least();
            return seating.find(new Asker(waiter, false, false, now), least).isEmpty();
        }

        private boolean keepPlace(Waiter waiter) {
            var asker = new Asker(waiter, within, true, now);
            Optional<Promise> promise = keeping.soonest(asker);
            promise.ifPresent(found -> acting.keep(asker, found));
            return promise.isPresent();
        }
    }

    private Kept.Gaps gaps() {
        Kept.Gaps known = gaps;
        if (known == null || gapsAsOf != board.kept().changes()) {
            gapsAsOf = board.kept().changes();
            known = board.kept().gaps(now);
            gaps = known;
        }
        return known;
    }
}
