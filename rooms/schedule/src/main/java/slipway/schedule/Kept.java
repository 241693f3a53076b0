package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
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
    private int lost;

    Kept(Board board) {
        this.board = board;
    }

    /** Grows whenever a place is kept or given up. */
    int changes() {
        return changes;
    }

    /** Grows whenever somebody loses its place to others and asks anew. */
    int lost() {
        return lost;
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
        List<Host> hosts = new ArrayList<>();
        for (Seat seat : promise.placement().seats()) {
            Host host = board.host(seat.node());
            if (host != null) {
                hosts.add(host);
                host.keeps.add(new Host.Keep(waiter, seat));
                host.keeps.sort(Comparator.comparing(Host.Keep::holder, EARLIEST));
            }
        }
        waiter.heldHosts = List.copyOf(hosts);
    }

    void lose(Waiter waiter) {
        lost += waiter.promise().isPresent() ? 1 : 0;
        forget(waiter);
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

    /** The kept places at a glance: who could use none of them need not be tried, where nothing else is free. */
    Gaps gaps(long now) {
        return new Gaps(board, holders(), now);
    }

    record Gaps(Board board, List<Waiter> holders, long now) {

        /** For whom places are kept of which one of this form might use something. */
        List<Waiter> open(Form form) {
            List<Waiter> open = new ArrayList<>();
            for (Waiter holder : holders) {
                if (isOpen(holder, form)) {
                    open.add(holder);
                }
            }
            return open;
        }

        /** False only if nobody of the line may use any of these places. */
        boolean mayUse(Line line, List<Waiter> open, boolean within) {
            for (Waiter holder : open) {
                if (line.mayUse(holder.gap(now), holder) || (within && !holder.holdsWithin())) {
                    return true;
                }
            }
            return false;
        }

        /** False only if it certainly may use none of these places. */
        boolean mayUse(Waiter waiter, List<Waiter> open, boolean within) {
            for (Waiter holder : open) {
                if (mayCome(holder, waiter, within)) {
                    return true;
                }
            }
            return false;
        }

        private boolean mayCome(Waiter holder, Waiter waiter, boolean within) {
            return waiter.fits(holder.gap(now))
                    || waiter.outranks(holder)
                    || (within && !holder.holdsWithin());
        }

        /** Whether something is free where a place is kept for it; what a limit keeps for it lies nowhere. */
        private boolean isOpen(Waiter holder, Form form) {
            if (holder.holdsRoom() || holder.team().isLimited()) {
                return true;
            }
            for (Seat seat : holder.promise().orElseThrow().placement().seats()) {
                Host host = board.host(seat.node());
                if (host != null && host.mayHold(form)) {
                    return true;
                }
            }
            return false;
        }
    }
}
