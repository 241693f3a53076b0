package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import slipway.schedule.picture.Ask.Within;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Promise;
import slipway.schedule.picture.Running;

/**
 * Changes what runs without sending it back to the queue: small ones are moved together so that a large one finds a
 * whole node, and elastic gangs grow into what nobody waits for.
 */
final class Moving {

    /** So many hosts are tried. */
    private static final int LOOKS = 32;

    private static final int LOOKS_FOR_EACH = 4;

    private final Board board;
    private final Instant at;
    private final long now;
    private final Acting acting;
    private final Seating seating;

    Moving(Board board, Instant at, Acting acting) {
        this.board = board;
        this.at = at;
        this.now = at.toEpochMilli();
        this.acting = acting;
        this.seating = new Seating(board);
    }

    // Consolidation.

    /** Moves others together for the first in the queue, where what it wins is worth what they lose. */
    void makeRoom(Waiter head) {
        if (!board.policy.moving().consolidate() || board.waiter(head.waiting().id()).isEmpty()) {
            return;
        }
        if (!enoughIsFree(head)) {
            return;
        }
        var asker = new Asker(head, head.within(), true, now);
        List<Host> hosts = nearlyFree(head.form());
        if (head.form().nodes() > 1) {
            tryOn(asker, hosts);
            return;
        }
        for (Host host : hosts) {
            if (tryOn(asker, List.of(host))) {
                return;
            }
        }
    }

    private boolean tryOn(Asker asker, List<Host> hosts) {
        var victims = new Victims(board, now, acting::hasStarted);
        return new Clearing(victims, now)
                .room(asker, victims.movable(asker, hosts))
                .filter(room -> room.at() <= now && pays(asker.waiter(), room))
                .filter(room -> move(asker, room))
                .isPresent();
    }

    /** The hosts that lack least: with the most free that is not enough, on one accelerator or on the node. */
    private List<Host> nearlyFree(Form form) {
        Set<Host> found = new LinkedHashSet<>();
        int most = Math.max(LOOKS, LOOKS_FOR_EACH * form.nodes());
        for (Pool pool : form.pools()) {
            if (form.count == 1) {
                pool.withPartLargestFirst().forEach(set -> addTo(found, set, most));
            }
            for (int free = Math.min(form.count, pool.count()); free > 0; free--) {
                addTo(found, pool.withWhole(free), most);
            }
        }
        return List.copyOf(found);
    }

    private void addTo(Set<Host> found, Pool.HostSet set, int most) {
        for (int each = set.next(0); each >= 0 && found.size() < most; each = set.next(each + 1)) {
            found.add(board.host(each));
        }
    }

    /** Nothing is won by moving what is all in use. */
    private static boolean enoughIsFree(Waiter head) {
        long free = 0;
        for (Pool pool : head.form().pools()) {
            free += pool.racks().free();
        }
        return free >= head.form().ask().whole();
    }

    /** Accelerator time that the head would wait, against what the others do again. */
    private boolean pays(Waiter head, Clearing.Room room) {
        long notice = board.policy.notice().toMillis();
        long otherwise =
                head.promise()
                        .map(promise -> promise.until().toEpochMilli())
                        .orElse(now + board.policy.longest().toMillis());
        double won = (double) Math.max(0, otherwise - now - notice) * head.form().ask().whole();
        double lost = 0;
        for (Tenant tenant : room.stopped()) {
            lost += (double) (tenant.lost(now) + notice) * tenant.whole();
        }
        return won > lost * board.policy.moving().pays();
    }

    private boolean move(Asker asker, Clearing.Room room) {
        Waiter head = asker.waiter();
        Optional<Promise> before = head.promise();
        Instant by = acting.by();
        board.promise(head, new Promise(room.placement(), by, by, true));
        List<Tenant> moved = new ArrayList<>();
        for (Tenant tenant : room.stopped()) {
            Optional<Placement> to = elsewhere(tenant);
            if (to.isEmpty()) {
                moved.forEach(each -> board.becomes(each, stayed(each), at));
                board.forget(head);
                before.ifPresent(promise -> board.promise(head, promise));
                return false;
            }
            moved.add(acting.goes(tenant, to));
        }
        acting.passOn(asker, asker.disturbed(board, room.placement()));
        moved.forEach(tenant -> acting.migrated(tenant, head.waiting().id()));
        return true;
    }

    /** Of the same type, on another node, and in nobody's gap. */
    private Optional<Placement> elsewhere(Tenant tenant) {
        var asker = new Asker(board.asIfWaiting(tenant), false, true, now);
        return seating.find(asker, 1)
                .filter(to -> !overlaps(to, tenant.running().placement()))
                .filter(to -> asker.disturbed(board, to).isEmpty());
    }

    private static boolean overlaps(Placement one, Placement other) {
        return one.seats().getFirst().node().equals(other.seats().getFirst().node());
    }

    private static Running stayed(Tenant tenant) {
        Running running = tenant.running();
        return new Running(
                running.workload(),
                running.placement(),
                running.since(),
                running.done(),
                running.saved(),
                running.preempted(),
                running.gap(),
                Optional.empty());
    }

    // Growth.

    /** Elastic gangs take what is free, when nobody waits for it. */
    void grow() {
        Set<String> wanted = new TreeSet<>();
        List<Tenant> elastic = new ArrayList<>();
        for (Share share : board.shares()) {
            share.lines.values().forEach(line -> wanted.addAll(line.form.types()));
            for (Tenant tenant : share.elastic()) {
                if (!tenant.leaving() && tenant.canGrow() && isTime(tenant)) {
                    elastic.add(tenant);
                }
            }
        }
        elastic.stream().filter(tenant -> !wanted.contains(tenant.type)).forEach(this::grow);
    }

    private boolean isTime(Tenant tenant) {
        Policy policy = board.policy;
        return now - tenant.start() >= policy.moving().resizeEvery().toMillis()
                && tenant.stoppable(policy) <= now;
    }

    private void grow(Tenant tenant) {
        Placement has = tenant.running().placement();
        int most = tenant.form.ask().gang().most() - has.nodes();
        var asker = new Asker(board.asIfWaiting(tenant), false, true, now);
        List<Seat> seats = new ArrayList<>(has.seats());
        for (Host host : seating.candidates(asker, tenant.type, 1)) {
            int more = seats.size() - has.nodes() + 1;
            if (more <= most
                    && !host.special()
                    && isBeside(host, tenant)
                    && asker.mayHave(host.pool, more)) {
                seats.add(Seating.seat(host, asker.usable(host), asker));
            }
        }
        if (seats.size() > has.nodes()) {
            acting.resize(tenant, new Placement(seats));
        }
    }

    /** On none of the nodes it has, and as close to them as it must be. */
    private boolean isBeside(Host host, Tenant tenant) {
        Within within = tenant.form.ask().gang().within();
        for (Seat seat : tenant.running().placement().seats()) {
            Host there = board.host(seat.node());
            if (there == null || there == host) {
                return false;
            }
            if ((within == Within.RACK && there.rack != host.rack)
                    || (within == Within.POD && there.pod != host.pod)) {
                return false;
            }
        }
        return true;
    }
}
