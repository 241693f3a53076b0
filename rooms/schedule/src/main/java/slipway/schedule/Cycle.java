package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slipway.base.WorkloadId;
import slipway.schedule.Decision.Reason;
import slipway.schedule.picture.Booking;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Promise;

/**
 * One round of decisions. First the promises that fall due; then everybody within a guarantee; then the borrowers. In
 * each pass the team that has least of its due chooses next, and gives its turn to its first workload in order. Whoever
 * finds no place has others cleared away if it may; else, as the first blocked, it gets a place kept; and the pass goes
 * on with those that do not touch it.
 *
 * <p>Cost: a form that is nowhere free is tried once, however many wait for it; so a cycle costs as much as there are
 * teams, forms and starts, not as there are waiting.
 */
final class Cycle {

    /** Behind one that would fit but for a kept place, so many more of its line are looked at for a shorter one. */
    private static final int LOOKS = 16;

    private final Board board;
    private final Instant at;
    private final long now;
    private final Seating seating;
    private final Keeping keeping;
    private final Victims victims;
    private final Clearing clearing;
    private final Acting acting;
    private final Map<WorkloadId, Decision> decided = new HashMap<>();
    private final Set<Form> full = new HashSet<>();

    /** Forms for which only kept places are left. */
    private final Set<Form> kept = new HashSet<>();

    private Gaps gaps = Gaps.NONE;
    private int gapsAsOf = -1;

    /** The first that found no place and could make none. */
    private Optional<Waiter> head = Optional.empty();

    Cycle(Board board, Instant at) {
        this.board = board;
        this.at = at;
        this.now = at.toEpochMilli();
        this.seating = new Seating(board);
        this.keeping = new Keeping(now);
        this.victims = new Victims(board, now);
        this.clearing = new Clearing(victims, now);
        this.acting = new Acting(board, at, decided);
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
        board.promised().stream()
                .sorted(Comparator.comparing(waiter -> !waiter.holdsWithin()))
                .forEach(this::keepPromise);
        pass(true);
        pass(false);
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

    private void keepPromise(Waiter waiter) {
        if (waiter.promise().isEmpty()) {
            return; // somebody who comes before it has just taken the place
        }
        Promise promise = waiter.promise().get();
        boolean within = waiter.within();
        board.forget(waiter);
        if (!stands(promise) || (within && start(waiter, true)) || start(waiter, false)) {
            return;
        }
        boolean leaving = occupants(promise).stream().anyMatch(Tenant::leaving);
        boolean due = promise.room() && !at.isBefore(promise.from());
        boolean late = at.isAfter(promise.until().plus(board.policy.notice()));
        if (!at.isBefore(promise.from()) && endGaps(waiter, promise)) {
            board.promise(waiter, promise);
            return;
        }
        if ((late || due) && !leaving) {
            makeRoom(waiter, within); // those in its place may be told now; else it asks anew
            return;
        }
        if (within && !promise.room() && makeRoomSooner(waiter, promise)) {
            return;
        }
        board.promise(waiter, promise);
        head = head.or(() -> promise.room() ? Optional.empty() : Optional.of(waiter));
    }

    private boolean makeRoomSooner(Waiter waiter, Promise promise) {
        var asker = new Asker(waiter, true, true, now);
        Optional<Clearing.Room> room =
                clearing.room(asker)
                        .filter(
                                found ->
                                        Instant.ofEpochMilli(Math.max(now, found.at()))
                                                .plus(board.policy.notice())
                                                .isBefore(promise.until()));
        room.ifPresent(found -> clear(asker, found));
        return room.isPresent();
    }

    private boolean stands(Promise promise) {
        for (Seat seat : promise.placement().seats()) {
            Host host = board.host(seat.node());
            if (host == null || !host.ready()) {
                return false;
            }
        }
        return true;
    }

    private List<Tenant> occupants(Promise promise) {
        List<Tenant> there = new ArrayList<>();
        for (Seat seat : promise.placement().seats()) {
            Host host = board.host(seat.node());
            if (host != null) {
                host.tenants.stream()
                        .filter(tenant -> Asker.sitsOn(tenant, host, seat.mask()))
                        .forEach(there::add);
            }
        }
        return there;
    }

    /**
     * Whoever was let into the gap goes, once nobody else is in the way. When the place should have been free by now,
     * so does everybody in it who was let into any gap and has stayed too long. True if somebody has to go.
     */
    private boolean endGaps(Waiter waiter, Promise promise) {
        WorkloadId holder = waiter.waiting().id();
        boolean over = !at.isBefore(promise.until());
        Set<Tenant> going = new LinkedHashSet<>(board.going().inGapOf(holder));
        for (Tenant tenant : occupants(promise)) {
            if (over && tenant.running().gap().isPresent()) {
                going.add(tenant);
            } else if (!tenant.leaving() && !going.contains(tenant)) {
                return false;
            }
        }
        going.removeIf(Tenant::leaving);
        going.forEach(tenant -> acting.stop(tenant, new Reason.GapEnds(holder)));
        return !going.isEmpty();
    }

    // The two passes.

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
            Waiter best = null;
            List<Line> lines =
                    open.computeIfAbsent(share, each -> new ArrayList<>(each.lines.values()));
            for (int each = lines.size() - 1; each >= 0; each--) {
                Waiter next = lines.get(each).next(this);
                if (next == null || isHopeless(next)) {
                    lines.set(each, lines.getLast());
                    lines.removeLast();
                } else if (best == null || board.order().compare(next, best) < 0) {
                    best = next;
                }
            }
            return best;
        }

        /** Whether it need not be tried: it is not within, or nothing is free and nobody can be moved for it. */
        private boolean isHopeless(Waiter waiter) {
            if (within && !waiter.within() && !waiter.form().ask().gang().elastic()) {
                return true;
            }
            return full.contains(waiter.form())
                    && keeps >= board.policy.reservations()
                    && !victims.mayTake(new Asker(waiter, within, true, now));
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
            if (kept.contains(line.form) && !gaps().mayUse(waiter, within)) {
                if (line.looked() > LOOKS) {
                    close(line);
                }
                return;
            }
            boolean tried = !full.contains(line.form);
            if (tried && start(waiter, within)) {
                return;
            }
            if (within && !waiter.within()) {
                close(line);
                return;
            }
            boolean limited = isLimited(waiter);
            if (tried && !limited && isFull(waiter)) {
                full.add(line.form);
            } else if (tried) {
                kept.add(line.form);
            }
            if (makeRoom(waiter, within && waiter.within())) {
                return;
            }
            head = head.or(() -> Optional.of(waiter));
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

        /** Whether its team may have no more of something it could use: that others have room says nothing to it. */
        private boolean isLimited(Waiter waiter) {
            Form form = waiter.form();
            return form.pools().stream()
                    .anyMatch(
                            pool ->
                                    waiter.team()
                                            .limitedBy(
                                                    pool.type(),
                                                    pool.takes(form) * form.ask().gang().least())
                                            .isPresent());
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

    private boolean makeRoom(Waiter waiter, boolean within) {
        var asker = new Asker(waiter, within, true, now);
        Optional<Clearing.Room> room = clearing.room(asker);
        room.ifPresent(found -> clear(asker, found));
        return room.isPresent();
    }

    private void clear(Asker asker, Clearing.Room room) {
        Instant from = room.at() <= now ? acting.by() : Instant.ofEpochMilli(room.at());
        acting.keep(asker, new Promise(room.placement(), from, from, true));
        if (room.at() <= now) {
            room.stopped().forEach(tenant -> acting.stop(tenant, reason(tenant, asker.waiter())));
            room.shrunk().forEach(acting::shrink);
        }
    }

    private static Reason reason(Tenant tenant, Waiter waiter) {
        WorkloadId id = waiter.waiting().id();
        if (tenant.team != waiter.team()) {
            return new Reason.Reclaimed(id);
        }
        return tenant.workload().manner().priority().level() < waiter.priority()
                        || waiter.workload().isService()
                ? new Reason.Outranked(id)
                : new Reason.Overtaken(id);
    }

    private Gaps gaps() {
        if (gapsAsOf != board.kept().changes()) {
            gapsAsOf = board.kept().changes();
            gaps = Gaps.of(board.promised(), now);
        }
        return gaps;
    }

    private boolean start(Waiter waiter, boolean within) {
        var asker = new Asker(waiter, within, true, now);
        for (int nodes = waiter.form().nodes();
                nodes >= waiter.form().ask().gang().least();
                nodes--) {
            Optional<Placement> placement = seating.find(asker, nodes);
            if (placement.isPresent() && acting.start(asker, placement.get())) {
                return true;
            }
        }
        return false;
    }
}
