package slipway.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.schedule.Decision.Reason;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Promise;

/** Gives a workload a place: one that is free, or one that others are told to leave. */
final class Serving {

    private final Board board;
    private final long now;
    private final Seating seating;
    private final Victims victims;
    private final Clearing clearing;
    private final Acting acting;

    Serving(Board board, Instant at, Acting acting) {
        this.board = board;
        this.now = at.toEpochMilli();
        this.seating = new Seating(board);
        this.acting = acting;
        this.victims = new Victims(board, now, acting::hasStarted);
        this.clearing = new Clearing(victims, now);
    }

    /** Whether there may be somebody whom it may take. */
    boolean mayTake(Waiter waiter, boolean within) {
        return victims.mayTake(new Asker(waiter, within, true, now));
    }

    /** Tells others to go, at once or as soon as they have run long enough, and keeps the place. */
    boolean makeRoom(Waiter waiter, boolean within) {
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
        if (tenant.running().gap().equals(Optional.of(id))) {
            return new Reason.GapEnds(id);
        }
        if (tenant.team != waiter.team()) {
            return new Reason.Reclaimed(id);
        }
        return tenant.workload().manner().priority().level() < waiter.priority()
                        || waiter.workload().isService()
                ? new Reason.Outranked(id)
                : new Reason.Overtaken(id);
    }

    boolean start(Waiter waiter, boolean within) {
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

    /** Whether the room that is to be made for it later can still be made: who borrowed then may not do so now. */
    boolean canMakeRoom(Waiter waiter, boolean within, Promise promise) {
        List<Host> hosts =
                promise.placement().seats().stream()
                        .map(seat -> Objects.requireNonNull(board.host(seat.node())))
                        .toList();
        var asker = new Asker(waiter, within, true, now);
        return clearing.isPossible(asker, hosts, promise.from().toEpochMilli());
    }

    /** The same if it comes sooner than this. */
    boolean makeRoomBefore(Instant starts, Waiter waiter) {
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
}
