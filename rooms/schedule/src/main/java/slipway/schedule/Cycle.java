package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
import slipway.schedule.picture.Running;

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
    private static final int LOOKS = 64;

    private final Board board;
    private final Instant at;
    private final long now;
    private final Seating seating;
    private final Keeping keeping;
    private final Clearing clearing;
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
        this.clearing = new Clearing(new Victims(board, now), now);
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
        board.promised().forEach(this::keepPromise);
        pass(true);
        pass(false);
        var moving = new Moving(board, at, decided);
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
                        stop(tenant, new Reason.Booked(host.node.name()));
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
        if ((late || due) && !leaving) {
            return; // it asks anew
        }
        if (within && !promise.room() && makeRoom(waiter, true)) {
            return;
        }
        board.promise(waiter, promise);
        head = head.or(() -> promise.room() ? Optional.empty() : Optional.of(waiter));
        if (!leaving && !at.isBefore(promise.from())) {
            endGaps(waiter, promise);
        }
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

    /** Whoever was let into the gap goes, once nobody else is in the way. */
    private void endGaps(Waiter waiter, Promise promise) {
        Optional<WorkloadId> holder = Optional.of(waiter.waiting().id());
        List<Tenant> there = occupants(promise);
        if (there.stream().allMatch(tenant -> tenant.running().gap().equals(holder))) {
            there.stream()
                    .distinct()
                    .forEach(tenant -> stop(tenant, new Reason.GapEnds(holder.orElseThrow())));
        }
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
                                    .filter(waiter -> waiter.within() == within)
                                    .count();
        }

        /** The first in order of a team's lines that are still open. */
        @Nullable Waiter first(Share share) {
            Waiter best = null;
            for (Line line : share.lines.values()) {
                if (!done.contains(line)) {
                    Waiter next = next(line);
                    if (next == null) {
                        done.add(line);
                    } else if (best == null || board.order().compare(next, best) < 0) {
                        best = next;
                    }
                }
            }
            return best;
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
            if (tried && isFull(waiter)) {
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
                    || line.form.pools().isEmpty()
                    || looked.merge(line, 1, Integer::sum) > LOOKS) {
                done.add(line);
            }
        }

        /** Whether it would find no place even if none were kept for others. */
        private boolean isFull(Waiter waiter) {
            int least = waiter.form().ask().gang().least();
            return seating.find(new Asker(waiter, false, false, now), least).isEmpty();
        }

        private boolean keepPlace(Waiter waiter) {
            Optional<Promise> promise = keeping.soonest(new Asker(waiter, within, true, now));
            promise.ifPresent(found -> keep(waiter, found));
            return promise.isPresent();
        }
    }

    private void keep(Waiter waiter, Promise promise) {
        for (Seat seat : promise.placement().seats()) {
            Host host = board.host(seat.node());
            if (host != null) {
                passed(waiter, host, seat.mask());
            }
        }
        board.promise(waiter, promise);
    }

    /** Whose kept place was rightly taken waits anew. */
    private void passed(Waiter waiter, Host host, long mask) {
        var asker = new Asker(waiter, waiter.within(), true, now);
        for (Host.Keep keep : List.copyOf(host.keeps)) {
            if (keep.holder() != waiter
                    && asker.passes(keep.holder())
                    && ((keep.seat().mask() & mask) != 0 || asker.starves(host, keep))) {
                board.forget(keep.holder());
            }
        }
    }

    private boolean makeRoom(Waiter waiter, boolean within) {
        Optional<Clearing.Room> room = clearing.room(new Asker(waiter, within, true, now));
        room.ifPresent(found -> clear(waiter, found));
        return room.isPresent();
    }

    private void clear(Waiter waiter, Clearing.Room room) {
        Instant by = at.plus(board.policy.notice());
        boolean atOnce = room.at() <= now;
        Instant from = atOnce ? by : Instant.ofEpochMilli(room.at());
        keep(waiter, new Promise(room.placement(), from, from, true));
        if (atOnce) {
            room.stopped().forEach(tenant -> stop(tenant, reason(tenant, waiter)));
            room.shrunk().forEach((tenant, without) -> shrink(tenant, without, by));
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

    // Acting on the board.

    private boolean start(Waiter waiter, boolean within) {
        var asker = new Asker(waiter, within, true, now);
        for (int nodes = waiter.form().nodes();
                nodes >= waiter.form().ask().gang().least();
                nodes--) {
            Optional<Placement> placement = seating.find(asker, nodes);
            if (placement.isPresent()) {
                start(asker, placement.get());
                return true;
            }
        }
        return false;
    }

    private void start(Asker asker, Placement placement) {
        Waiter waiter = asker.waiter();
        Optional<WorkloadId> gap = Optional.empty();
        for (Seat seat : placement.seats()) {
            Host host = java.util.Objects.requireNonNull(board.host(seat.node()));
            if (!host.keeps.isEmpty()) {
                gap = gap.or(() -> asker.gap(host, seat.mask()));
                passed(waiter, host, seat.mask());
            }
        }
        board.unqueue(waiter);
        waiter.team().settle(at, board.policy.halfLife());
        board.seat(
                new Running(
                        waiter.workload(),
                        placement,
                        at,
                        waiter.waiting().done(),
                        Optional.empty(),
                        waiter.waiting().preempted(),
                        gap,
                        Optional.empty()));
        WorkloadId id = waiter.waiting().id();
        decided.put(id, new Decision.Start(id, placement, gap));
    }

    private void stop(Tenant tenant, Reason reason) {
        Instant by = at.plus(board.policy.notice());
        WorkloadId id = tenant.running().id();
        board.becomes(
                tenant, tenant.running().leaving(new Running.Leaving(by, Optional.empty())), at);
        decided.put(id, new Decision.Preempt(id, reason, by));
    }

    private void shrink(Tenant tenant, Set<String> without, Instant by) {
        Placement to =
                new Placement(
                        tenant.running().placement().seats().stream()
                                .filter(seat -> !without.contains(seat.node()))
                                .toList());
        WorkloadId id = tenant.running().id();
        board.becomes(
                tenant, tenant.running().leaving(new Running.Leaving(by, Optional.of(to))), at);
        decided.put(id, new Decision.Resize(id, to, by));
    }
}
