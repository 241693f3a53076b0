package slipway.schedule;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Promise;

/** The places that are kept: on the hosts, so that nobody sits down there, and with the teams, whose quota they use. */
final class Kept {

    private static final Comparator<Waiter> EARLIEST =
            Comparator.<Waiter, Instant>comparing(waiter -> waiter.promise().orElseThrow().until())
                    .thenComparing(waiter -> waiter.waiting().id());

    private final Board board;
    private final NavigableSet<Waiter> promised = new TreeSet<>(EARLIEST);

    private int changes;

    Kept(Board board) {
        this.board = board;
    }

    /** Grows whenever a place is kept or given up. */
    int changes() {
        return changes;
    }

    /** The earliest first. */
    List<Waiter> holders() {
        return List.copyOf(promised);
    }

    /** For a waiter that has this promise already. */
    void keep(Waiter waiter, Promise promise) {
        promised.add(waiter);
        changes++;
        waiter.line.changed();
        Host first = board.host(promise.placement().seats().getFirst().node());
        waiter.heldType = first == null ? "" : first.pool.type();
        waiter.team().path.forEach(share -> share.holds(waiter, true));
        for (Seat seat : promise.placement().seats()) {
            Host host = board.host(seat.node());
            if (host != null) {
                host.keeps.add(new Host.Keep(waiter, seat));
                host.keeps.sort(Comparator.comparing(Host.Keep::holder, EARLIEST));
            }
        }
    }

    void forget(Waiter waiter) {
        Optional<Promise> promise = waiter.promise();
        if (promise.isPresent()) {
            promised.remove(waiter);
            changes++;
            waiter.team().path.forEach(share -> share.holds(waiter, false));
            for (Seat seat : promise.get().placement().seats()) {
                Host host = board.host(seat.node());
                if (host != null) {
                    host.keeps.removeIf(keep -> keep.holder() == waiter);
                }
            }
            waiter.promised(Optional.empty());
            waiter.line.changed();
        }
    }

    /**
     * The kept places at a glance: who could use none of them need not be tried, where nothing else is free.
     *
     * @param longest until the last of them, in milliseconds from now
     * @param borrowed whether one is kept for somebody who borrows
     */
    record Gaps(List<Waiter> holders, long longest, boolean borrowed, long now) {

        static final Gaps NONE = new Gaps(List.of(), 0, false, 0);

        static Gaps of(List<Waiter> holders, long now) {
            long longest = 0;
            boolean borrowed = false;
            for (Waiter holder : holders) {
                Promise promise = holder.promise().orElseThrow();
                longest = Math.max(longest, promise.from().toEpochMilli() - now);
                borrowed |= !holder.holdsWithin();
            }
            return new Gaps(holders, longest, borrowed, now);
        }

        /** False only if it certainly may use none. */
        boolean mayUse(Waiter waiter, boolean within) {
            boolean over = waiter.workload().times().span().known() && waiter.upper() <= longest;
            if (over || (borrowed && within) || waiter.yields(longest)) {
                return true;
            }
            for (Waiter holder : holders) {
                if (holder.team() == waiter.team() && waiter.priority() > holder.priority()) {
                    return true;
                }
            }
            return false;
        }
    }
}
