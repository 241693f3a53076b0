package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import slipway.schedule.picture.Ask.Within;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Promise;

/**
 * Finds the place that will be free first, going by the upper ends of what runs there, and keeps it. Its interval
 * reaches from where the lower ends meet to where the upper ends do: who is let in meanwhile must be gone by the first,
 * and the holder starts by the second.
 */
final class Keeping {

    private static final Comparator<Spot> SOONEST =
            Comparator.<Spot>comparingLong(spot -> spot.upper)
                    .thenComparingInt(spot -> spot.host.index);

    private final long now;

    Keeping(long now) {
        this.now = now;
    }

    /** Where and when a host has room. */
    private record Spot(Host host, long mask, long lower, long upper) {}

    /** The earliest place, or nothing if none will be free while what runs there runs. */
    Optional<Promise> soonest(Asker asker) {
        Form form = asker.form();
        for (int nodes = form.nodes(); nodes >= form.ask().gang().least(); nodes--) {
            Optional<Promise> promise = soonest(asker, nodes);
            if (promise.isPresent()) {
                return promise;
            }
        }
        return Optional.empty();
    }

    private Optional<Promise> soonest(Asker asker, int nodes) {
        Promise best = null;
        for (String type : asker.form().types()) {
            List<Spot> spots = spots(asker, type, nodes);
            List<Spot> chosen = choose(spots, nodes, asker.form().ask().gang().within());
            if (!chosen.isEmpty()) {
                Promise promise = promise(chosen, asker.form());
                if (best == null || promise.until().isBefore(best.until())) {
                    best = promise;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static Promise promise(List<Spot> spots, Form form) {
        long lower = spots.stream().mapToLong(Spot::lower).max().orElseThrow();
        long upper = spots.stream().mapToLong(Spot::upper).max().orElseThrow();
        List<Seat> seats =
                spots.stream()
                        .map(
                                spot ->
                                        new Seat(
                                                spot.host.node.name(),
                                                spot.mask,
                                                spot.host.node.devices().rounded(form.thousandths)))
                        .toList();
        return new Promise(
                new Placement(seats),
                Instant.ofEpochMilli(lower),
                Instant.ofEpochMilli(upper),
                false);
    }

    private List<Spot> spots(Asker asker, String type, int nodes) {
        List<Spot> spots = new ArrayList<>();
        for (Pool pool : asker.form().pools()) {
            if (pool.type().equals(type) && asker.mayHave(pool, nodes)) {
                for (Host host : pool.hosts) {
                    if (host.ready()) {
                        spot(asker, host).ifPresent(spots::add);
                    }
                }
            }
        }
        return spots;
    }

    private Optional<Spot> spot(Asker asker, Host host) {
        if (asker.keptOff(host) || !asker.isFreeOfBookings(host) || starvesOthers(asker, host)) {
            return Optional.empty();
        }
        long[] upper = new long[host.devices()];
        long[] lower = new long[host.devices()];
        long[] all = ends(host, upper, lower);
        long barred = asker.barred(host);
        long mask = 0;
        long until = fed(host, asker, all);
        long from = now;
        for (int each = 0; each < asker.form().count; each++) {
            int device = earliest(upper, mask | barred);
            if (device < 0) {
                return Optional.empty();
            }
            mask |= 1L << device;
            until = Math.max(until, upper[device]);
            from = Math.max(from, lower[device]);
        }
        return until >= Tenant.NEVER
                ? Optional.empty()
                : Optional.of(new Spot(host, mask, Math.min(from, until), until));
    }

    private static boolean starvesOthers(Asker asker, Host host) {
        return host.keeps.stream()
                .anyMatch(
                        keep ->
                                asker.yieldsTo(keep.holder())
                                        && asker.starves(host, keep, Set.of()));
    }

    private long[] ends(Host host, long[] upper, long[] lower) {
        java.util.Arrays.fill(upper, now);
        java.util.Arrays.fill(lower, now);
        long[] all = new long[host.tenants.size()];
        int number = 0;
        for (Tenant tenant : host.tenants) {
            long high = tenant.upperEnd(host, now);
            long low = tenant.lowerEnd(host, now);
            all[number++] = high;
            for (Seat seat : tenant.seats()) {
                if (seat.node().equals(host.node.name())) {
                    for (long mask = seat.mask(); mask != 0; mask &= mask - 1) {
                        int device = Long.numberOfTrailingZeros(mask);
                        upper[device] = Math.max(upper[device], high);
                        lower[device] = Math.max(lower[device], low);
                    }
                }
            }
        }
        return all;
    }

    private static int earliest(long[] times, long barred) {
        int best = -1;
        for (int device = 0; device < times.length; device++) {
            if ((barred >> device & 1) == 0 && (best < 0 || times[device] < times[best])) {
                best = device;
            }
        }
        return best;
    }

    /** When processors and memory suffice, as one after the other leaves. */
    private long fed(Host host, Asker asker, long[] ends) {
        Form form = asker.form();
        int cpus = host.cpus();
        long memory = host.memory();
        for (Host.Keep keep : host.keeps) {
            if (asker.yieldsTo(keep.holder())) {
                cpus -= keep.holder().form().cpus;
                memory -= keep.holder().form().memory;
            }
        }
        long at = now;
        Integer[] order = new Integer[ends.length];
        for (int each = 0; each < order.length; each++) {
            order[each] = each;
        }
        java.util.Arrays.sort(order, Comparator.comparingLong(each -> ends[each]));
        for (int next = 0; cpus < form.cpus || memory < form.memory; next++) {
            if (next == order.length) {
                return Tenant.NEVER;
            }
            Tenant leaver = host.tenants.get(order[next]);
            cpus += leaver.form.cpus;
            memory += leaver.form.memory;
            at = Math.max(at, ends[order[next]]);
        }
        return at;
    }

    private static List<Spot> choose(List<Spot> spots, int nodes, Within within) {
        if (spots.size() < nodes) {
            return List.of();
        }
        List<Spot> anywhere = spots.stream().sorted(SOONEST).limit(nodes).toList();
        if (nodes == 1) {
            return anywhere;
        }
        List<Spot> inRack = soonest(spots, nodes, spot -> spot.host.rack);
        if (within == Within.RACK || isAsSoon(inRack, anywhere)) {
            return inRack;
        }
        List<Spot> inPod = soonest(spots, nodes, spot -> spot.host.pod);
        if (within == Within.POD || isAsSoon(inPod, anywhere)) {
            return inPod;
        }
        return anywhere;
    }

    private static boolean isAsSoon(List<Spot> one, List<Spot> other) {
        return !one.isEmpty() && one.getLast().upper <= other.getLast().upper;
    }

    private static List<Spot> soonest(List<Spot> spots, int nodes, ToIntFunction<Spot> domain) {
        Map<Integer, List<Spot>> domains = new HashMap<>();
        spots.forEach(
                spot ->
                        domains.computeIfAbsent(domain.applyAsInt(spot), _ -> new ArrayList<>())
                                .add(spot));
        List<Spot> best = List.of();
        for (List<Spot> here : domains.values()) {
            if (here.size() >= nodes) {
                List<Spot> first = here.stream().sorted(SOONEST).limit(nodes).toList();
                if (best.isEmpty() || SOONEST.compare(first.getLast(), best.getLast()) < 0) {
                    best = first;
                }
            }
        }
        return best;
    }
}
