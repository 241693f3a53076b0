package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import slipway.base.WorkloadId;
import slipway.schedule.picture.Booking;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Promise;

/**
 * Finds the one cause for which a workload waits, after a cycle that did not start it. It looks in the order in which
 * the causes would have to be removed: what no waiting mends comes first.
 */
final class Why {

    private final Board board;
    private final Instant at;
    private final long now;

    Why(Board board, Instant at) {
        this.board = board;
        this.at = at;
        this.now = at.toEpochMilli();
    }

    Cause waits(Waiter waiter) {
        Form form = waiter.form();
        Optional<Instant> later =
                waiter.workload().times().notBefore().filter(time -> time.isAfter(at));
        if (later.isPresent()) {
            return new Cause.NotYet(later.get());
        }
        Optional<Promise> promise = waiter.promise();
        if (promise.isPresent() && promise.get().room()) {
            return room(promise.get());
        }
        return limit(waiter)
                .or(() -> nowhere(form))
                .or(() -> kept(waiter))
                .orElseGet(() -> busy(waiter));
    }

    private Cause room(Promise promise) {
        var leaving = new TreeSet<WorkloadId>();
        for (Seat seat : promise.placement().seats()) {
            Host host = board.host(seat.node());
            if (host != null) {
                host.tenants.stream()
                        .filter(Tenant::leaving)
                        .filter(tenant -> Asker.sitsOn(tenant, host, seat.mask()))
                        .forEach(tenant -> leaving.add(tenant.running().id()));
            }
        }
        return leaving.isEmpty()
                ? new Cause.MinimumRun(promise.until())
                : new Cause.RoomIsMade(List.copyOf(leaving), promise.until());
    }

    /** When every type it could use is at a limit. */
    private Optional<Cause> limit(Waiter waiter) {
        Cause found = null;
        for (Pool pool : waiter.form().pools()) {
            int more = pool.takes(waiter.form()) * waiter.form().ask().gang().least();
            Optional<Share> by = waiter.team().limitedBy(pool.type(), more);
            if (by.isEmpty()) {
                return Optional.empty();
            }
            Share share = by.get();
            int limit = share.limit(pool.type());
            found =
                    new Cause.Limit(
                            share.team.id(), pool.type(), limit, share.has(pool.type()), more);
        }
        return Optional.ofNullable(found);
    }

    private Optional<Cause> nowhere(Form form) {
        if (form.pools().isEmpty()) {
            int most =
                    board.pools().stream()
                            .filter(pool -> form.ask().need().allows(pool.type()))
                            .mapToInt(Pool::count)
                            .max()
                            .orElse(0);
            return Optional.of(new Cause.Nowhere(form.ask(), most));
        }
        List<String> out = new ArrayList<>();
        int ready = 0;
        for (Pool pool : form.pools()) {
            for (Host host : pool.hosts) {
                if (!host.ready()) {
                    out.add(host.node.name());
                } else if (couldFeed(host, form) && !form.leavesOut(host)) {
                    ready++;
                }
            }
        }
        if (ready >= form.ask().gang().least()) {
            return Optional.empty();
        }
        List<String> leftOut = leftOut(form, host -> couldFeed(host, form));
        if (!leftOut.isEmpty()) {
            return Optional.of(new Cause.LeftOut(form.ask(), leftOut, false));
        }
        return Optional.of(
                out.isEmpty()
                        ? new Cause.Nowhere(form.ask(), most(form))
                        : new Cause.OutOfService(form.ask(), List.copyOf(out)));
    }

    private static boolean couldFeed(Host host, Form form) {
        return host.node.machine().cpus() >= form.cpus
                && host.node.machine().memory().count() >= form.memory;
    }

    private static int most(Form form) {
        return form.pools().stream().mapToInt(Pool::count).max().orElse(0);
    }

    /** When it would fit but for a kept or booked place. */
    private Optional<Cause> kept(Waiter waiter) {
        var bold = new Asker(waiter, false, false, now);
        var placement = new Seating(board).find(bold, waiter.form().ask().gang().least());
        if (placement.isEmpty()) {
            return Optional.empty();
        }
        for (Seat seat : placement.get().seats()) {
            Host host = java.util.Objects.requireNonNull(board.host(seat.node()));
            for (Host.Keep keep : host.keeps) {
                if (keep.holder() != waiter) {
                    return Optional.of(
                            new Cause.Kept(
                                    waiter.form().ask(),
                                    keep.holder().waiting().id(),
                                    keep.holder().promise().orElseThrow().from()));
                }
            }
            for (Booking booking : host.bookings) {
                if (booking.until().isAfter(at)) {
                    return Optional.of(
                            new Cause.Booked(
                                    waiter.form().ask(),
                                    host.node.name(),
                                    booking.from(),
                                    booking.until()));
                }
            }
        }
        return Optional.empty();
    }

    private Cause busy(Waiter waiter) {
        Form form = waiter.form();
        int most = 0;
        int free = 0;
        int nodes = 0;
        int cpus = 0;
        long memory = 0;
        for (Pool pool : form.pools()) {
            for (Host host : pool.hosts) {
                if (host.ready() && !form.leavesOut(host)) {
                    int here = here(host, form);
                    most = Math.max(most, here);
                    free += form.ask().isPart() ? host.freeInAll() : here;
                    if (here >= form.ask().perNode()) {
                        nodes++;
                        cpus = Math.max(cpus, host.cpus());
                        memory = Math.max(memory, host.memory());
                    }
                }
            }
        }
        List<String> leftOut = leftOut(form, host -> hasRoom(host, form));
        if (!leftOut.isEmpty() && nodes + leftOut.size() >= form.ask().gang().least()) {
            return new Cause.LeftOut(form.ask(), leftOut, true);
        }
        if (nodes >= form.ask().gang().least() && (cpus < form.cpus || memory < form.memory)) {
            return new Cause.Starved(form.ask(), cpus, memory);
        }
        if (free >= form.ask().perNode() * form.ask().gang().least()) {
            return new Cause.Scattered(form.ask(), most, free, nodes);
        }
        int shortOf =
                form.types().stream().mapToInt(type -> waiter.team().shortOf(type)).max().orElse(0);
        return new Cause.Busy(form.ask(), free, borrows(waiter), shortOf);
    }

    /** Nodes in service that it is kept away from and that would do. */
    private static List<String> leftOut(Form form, Predicate<Host> wouldDo) {
        return form.pools().stream()
                .flatMap(pool -> pool.hosts.stream())
                .filter(form::leavesOut)
                .filter(Host::ready)
                .filter(wouldDo)
                .map(host -> host.node.name())
                .toList();
    }

    private static boolean hasRoom(Host host, Form form) {
        return here(host, form) >= form.ask().perNode()
                && host.cpus() >= form.cpus
                && host.memory() >= form.memory;
    }

    /** Thousandths of accelerators that one node of it could have here. */
    private static int here(Host host, Form form) {
        return form.ask().isPart() ? largest(host) : host.whole() * 1_000;
    }

    /** Whether it asks for more than a guarantee that there is. */
    private static boolean borrows(Waiter waiter) {
        return !waiter.within()
                && waiter.form().types().stream()
                        .anyMatch(type -> waiter.team().guarantor(type).isPresent());
    }

    private static int largest(Host host) {
        int most = 0;
        for (int device = 0; device < host.devices(); device++) {
            most = Math.max(most, host.free(device));
        }
        return most;
    }
}
