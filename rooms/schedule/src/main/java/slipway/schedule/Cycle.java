package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slipway.base.WorkloadId;
import slipway.schedule.Decision.Reason;
import slipway.schedule.picture.Booking;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Promise;
import slipway.schedule.picture.Running;

/**
 * One round of decisions. First everybody within a guarantee, then the borrowers; and of each, those first for whom a
 * place is kept. In each pass the team that has least of its due chooses next, and gives its turn to its first workload in order. Whoever
 * finds no place has others cleared away if it may; else, as the first blocked, it gets a place kept; and the pass goes
 * on with those that do not touch it.
 *
 * <p>Cost: a form that is nowhere free is tried once, however many wait for it; so a cycle costs as much as there are
 * teams, forms and starts, not as there are waiting.
 */
final class Cycle {

    /** Behind one that would fit but for a kept place, so many more of its line are looked at for a shorter one. */
    private static final int LOOKS = 64;

    private final Board board;
    private final Instant at;
    private final long now;
    private final Seating seating;
    private final Keeping keeping;
    private final Clearing clearing;
    private final Acting acting;
    private final Map<WorkloadId, Decision> decided = new HashMap<>();
    private final Set<Form> full = new HashSet<>();

    /** The first that found no place and could make none. */
    private Optional<Waiter> head = Optional.empty();

    Cycle(Board board, Instant at) {
        this.board = board;
        this.at = at;
        this.now = at.toEpochMilli();
        this.seating = new Seating(board);
        this.keeping = new Keeping(now);
        this.acting = new Acting(board, at, decided);
        this.clearing = new Clearing(new Victims(board, now, acting::hasStarted), now);
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
        Map<Boolean, List<Waiter>> holders =
                board.promised().stream().collect(Collectors.partitioningBy(Waiter::holdsWithin));
        holders.getOrDefault(true, List.of()).forEach(waiter -> keepPromise(waiter, true));
        pass(true);
        int within = decided.size();
        holders.getOrDefault(true, List.of()).forEach(this::borrowMeanwhile);
        holders.getOrDefault(false, List.of()).forEach(waiter -> keepPromise(waiter, false));
        pass(false);
        if (decided.size() > within) {
            takeBack();
        }
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

    /** Whoever has room made only later may start on what it borrows, if nobody within a guarantee wants that. */
    private void borrowMeanwhile(Waiter waiter) {
        Optional<Promise> promise = waiter.promise();
        if (promise.isPresent() && !leaving(waiter, promise.get())) {
            start(waiter, false);
        }
    }

    private void keepPromise(Waiter waiter, boolean heldWithin) {
        if (waiter.promise().isEmpty()) {
            return; // somebody who comes before it has just taken the place
        }
        Promise promise = waiter.promise().get();
        if (!stands(waiter, promise)) {
            board.forget(waiter);
            return;
        }
        boolean within = waiter.within();
        if ((within && start(waiter, true)) || (!heldWithin && start(waiter, false))) {
            return;
        }
        boolean from = !at.isBefore(promise.from());
        boolean late = at.isAfter(promise.until().plus(board.policy.notice()));
        if (from && endGaps(waiter, promise)) {
            return;
        }
        if ((late || (from && promise.room())) && !leaving(waiter, promise)) {
            if (!makeRoom(waiter, within)) {
                board.forget(waiter); // it asks anew
            }
        } else if (!within || !makeRoomSooner(waiter, promise)) {
            head = head.or(() -> promise.room() ? Optional.empty() : Optional.of(waiter));
        }
    }

    /** Whether somebody who was told to go is still in the way. */
    private boolean leaving(Waiter waiter, Promise promise) {
        return occupants(promise).stream().anyMatch(Tenant::leaving)
                || waitsForLimit(waiter, promise);
    }

    /** Whether it is only a limit that stops it, and those who were told to go will have it met. */
    private boolean waitsForLimit(Waiter waiter, Promise promise) {
        var asker = new Asker(waiter, false, true, now);
        int more = promise.placement().whole();
        return !asker.isAllowed(waiter.heldType, more, Relief.NONE)
                && asker.isAllowed(waiter.heldType, more, Relief.by(Map.of()));
    }

    /** Unless others have been told to go already, for they would go in vain. */
    private boolean makeRoomSooner(Waiter waiter, Promise promise) {
        if (promise.room() && leaving(waiter, promise)) {
            return false;
        }
        Instant starts = promise.room() ? promise.until().plus(board.policy.notice()) : promise.until();
        var asker = new Asker(waiter, true, true, now);
        Optional<Clearing.Room> room =
                clearing.room(asker)
                        .filter(
                                found ->
                                        Instant.ofEpochMilli(Math.max(now, found.at()))
                                                .plus(board.policy.notice())
                                                .isBefore(starts));
        room.ifPresent(found -> clear(asker, found));
        return room.isPresent();
    }

    /** Whether its nodes are there, and others need not be stopped on what has become a third team's own. */
    private boolean stands(Waiter waiter, Promise promise) {
        var asker = new Asker(waiter, promise.room() && waiter.holdsWithin(), true, now);
        for (Seat seat : promise.placement().seats()) {
            Host host = board.host(seat.node());
            if (host == null || !host.ready() || asker.keptOff(host)) {
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

    /**
     * Whoever has just begun to borrow may have put its team's younger ones beyond what is guaranteed; and who was
     * stopped may leave more than was asked for.
     */
    private void takeBack() {
        for (Waiter waiter : board.promised()) {
            waiter.promise()
                    .filter(_ -> waiter.within())
                    .ifPresent(promise -> makeRoomSooner(waiter, promise));
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
        private final Set<Line> done = new HashSet<>();
        private final Map<Line, Waiter> reached = new HashMap<>();
        private final Map<Line, Integer> looked = new HashMap<>();
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
            for (Line line : share.lines.values()) {
                if (!done.contains(line)) {
                    Waiter next = next(line);
                    if (next == null) {
                        closeUnlessPassed(line);
                    } else if (best == null || board.order().compare(next, best) < 0) {
                        best = next;
                    }
                }
            }
            return best;
        }

        /** Who has a place kept for it may yet lose it to one of a higher priority, and then asks again. */
        private void closeUnlessPassed(Line line) {
            if (line.team.holders.stream().noneMatch(holder -> holder.line == line)) {
                done.add(line);
            }
        }

        private @Nullable Waiter next(Line line) {
            Waiter from = reached.get(line);
            Waiter next =
                    from == null
                            ? (line.waiters.isEmpty() ? null : line.waiters.first())
                            : line.waiters.higher(from);
            while (next != null && next.promise().isPresent()) {
                next = line.waiters.higher(next);
            }
            return next;
        }

        void serve(Waiter waiter) {
            Line line = waiter.line;
            reached.put(line, waiter);
            boolean tried = !full.contains(line.form);
            if (tried && start(waiter, within)) {
                return;
            }
            if (within && !waiter.within()) {
                done.add(line);
                return;
            }
            boolean limited = isLimited(waiter);
            if (tried && !limited && isFull(waiter)) {
                full.add(line.form);
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
                    || looked.merge(line, 1, Integer::sum) > LOOKS) {
                done.add(line);
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
