package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.WorkloadId;
import slipway.schedule.Decision.Reason;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Promise;

/** Sees to it that whoever has a place kept for it gets the place. */
final class Promises {

    private final Board board;
    private final Instant at;
    private final long now;
    private final Serving serving;
    private final Acting acting;

    Promises(Board board, Instant at, Serving serving, Acting acting) {
        this.board = board;
        this.at = at;
        this.now = at.toEpochMilli();
        this.serving = serving;
        this.acting = acting;
    }

    /** Places that are no more are kept no longer. */
    void forgetLost() {
        for (Waiter waiter : board.promised()) {
            if (!stands(waiter, waiter.promise().orElseThrow())) {
                board.forget(waiter);
            }
        }
    }

    /** Whoever has room made only later may start on what it borrows, if nobody within a guarantee wants that. */
    void borrowMeanwhile(Waiter waiter) {
        Optional<Promise> promise = waiter.promise();
        if (promise.isPresent() && !leaving(waiter, promise.get())) {
            serving.start(waiter, false);
        }
    }

    void keep(Waiter waiter, boolean heldWithin) {
        if (waiter.promise().isEmpty()) {
            return; // somebody who comes before it has just taken the place
        }
        Promise promise = waiter.promise().get();
        boolean within = waiter.within();
        if ((within && serving.start(waiter, true))
                || (!heldWithin && serving.start(waiter, false))) {
            return;
        }
        boolean from = !at.isBefore(promise.from());
        boolean late = at.isAfter(promise.until().plus(board.policy.notice()));
        // For whom room is made, everybody goes at one time: those in the gap and those in the way.
        if (from && !promise.room() && endGaps(waiter, promise)) {
            return;
        }
        if ((late || (from && promise.room())) && !leaving(waiter, promise)) {
            if (!makeRoom(waiter, within) && !endGaps(waiter, promise)) {
                board.forget(waiter); // it asks anew
            }
        } else if (!from
                && promise.room()
                && !leaving(waiter, promise)
                && !canMakeRoom(waiter, promise)) {
            board.forget(waiter);
        } else if (within) {
            makeRoomSooner(waiter, promise);
        }
    }

    /** Within its guarantee or, since that may be of another type than the place, as one that borrows. */
    private boolean makeRoom(Waiter waiter, boolean within) {
        return (within && serving.makeRoom(waiter, true)) || serving.makeRoom(waiter, false);
    }

    private boolean canMakeRoom(Waiter waiter, Promise promise) {
        return (waiter.holdsWithin() && serving.canMakeRoom(waiter, true, promise))
                || serving.canMakeRoom(waiter, false, promise);
    }

    /** Whether somebody who was told to go is still in the way. */
    private boolean leaving(Waiter waiter, Promise promise) {
        List<Tenant> there = occupants(promise);
        return there.stream().anyMatch(Tenant::leaving)
                || promise.placement().seats().stream().anyMatch(seat -> isFedSoon(waiter, seat))
                || (there.isEmpty() && waitsForLimit(waiter, promise));
    }

    /** Whether too few processors or too little memory is free there, and those who were told to go leave enough. */
    private boolean isFedSoon(Waiter waiter, Seat seat) {
        Host host = board.host(seat.node());
        Form form = waiter.form();
        if (host == null || (host.cpus() >= form.cpus && host.memory() >= form.memory)) {
            return false;
        }
        List<Tenant> leaving = host.tenants.stream().filter(each -> each.leaves(host)).toList();
        long cpus = host.cpus() + leaving.stream().mapToLong(each -> each.form.cpus).sum();
        long memory = host.memory() + leaving.stream().mapToLong(each -> each.form.memory).sum();
        return cpus >= form.cpus && memory >= form.memory;
    }

    /** Whether it is only a limit that stops it, and those who were told to go will have it met. */
    private boolean waitsForLimit(Waiter waiter, Promise promise) {
        var asker = new Asker(waiter, false, true, now);
        int more = promise.placement().whole();
        return !asker.isAllowed(waiter.heldType, more, Relief.NONE)
                && asker.isAllowed(waiter.heldType, more, Relief.by(Map.of()));
    }

    /** Unless others have been told to go already, for they would go in vain. */
    boolean makeRoomSooner(Waiter waiter, Promise promise) {
        if (promise.room() && leaving(waiter, promise)) {
            return false;
        }
        Instant starts =
                promise.room() ? promise.until().plus(board.policy.notice()) : promise.until();
        return serving.makeRoomBefore(starts, waiter);
    }

    /** Whether its nodes are there, and it is not kept away from them. */
    private boolean stands(Waiter waiter, Promise promise) {
        var asker = new Asker(waiter, false, true, now);
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
     * so does everybody in it who was let into any gap and has stayed too long, and on its nodes whoever was to be
     * over by now: it may be processors or memory that are missing. True if somebody has to go.
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
        if (over) {
            promise.placement().seats().forEach(seat -> going.addAll(overdue(seat)));
        }
        going.removeIf(Tenant::leaving);
        going.forEach(tenant -> acting.stop(tenant, new Reason.GapEnds(holder)));
        return !going.isEmpty();
    }

    private List<Tenant> overdue(Seat seat) {
        Host host = board.host(seat.node());
        return host == null
                ? List.of()
                : host.tenants.stream()
                        .filter(tenant -> tenant.running().gap().isPresent())
                        .filter(tenant -> tenant.plannedEnd() <= now)
                        .toList();
    }
}
