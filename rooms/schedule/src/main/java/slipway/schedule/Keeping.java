package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
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

    /** As many as there are nodes, the latest of them first. */
    private final PriorityQueue<Long> soonest = new PriorityQueue<>(Comparator.reverseOrder());

    /** Nodes that are looked for. */
    private int wanted;

    /** Spots at this time or later are of no use. */
    private long latest;

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
            latest = Tenant.NEVER;
            soonest.clear();
            wanted = nodes;
            List<Spot> spots = spots(asker, type);
            List<Spot> chosen = choose(spots, nodes, asker.form().ask().gang().within());
            if (!chosen.isEmpty()) {
                Promise promise = promise(chosen, asker.form());
                if (isAllowedThen(asker, type, promise)
                        && (best == null || promise.until().isBefore(best.until()))) {
                    best = promise;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** Whether the limits still allow it when it comes: who would fit a gap under them now may not do so then. */
    private static boolean isAllowedThen(Asker asker, String type, Promise promise) {
        return asker.at(promise.until().toEpochMilli())
                .isAllowed(type, promise.placement().whole(), Relief.NONE);
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

    private List<Spot> spots(Asker asker, String type) {
        List<Spot> spots = new ArrayList<>();
        for (Pool pool : asker.form().pools()) {
            if (pool.type().equals(type) && asker.mayHave(pool, wanted)) {
                spots(asker, pool, spots);
            }
        }
        return spots;
    }

    private void spots(Asker asker, Pool pool, List<Spot> spots) {
        int count = asker.form().count;
        long[] soonest = pool.timetable().soonest(count, now);
        for (int place = 0; place < soonest.length; place++) {
            if (soonest[place] < latest) {
                Host host = pool.hosts.get(place);
                if (host.ready()) {
                    spot(asker, host).ifPresent(spots::add);
                }
            }
        }
    }

    private Optional<Spot> spot(Asker asker, Host host) {
        if (asker.keptOff(host) || !asker.isFreeOfBookings(host) || starvesOthers(asker, host)) {
            return Optional.empty();
        }
        int count = asker.form().count;
        Host.Ends ends = host.ends(now);
        long barred = host.keeps.isEmpty() ? 0 : asker.barred(host);
        long mask = 0;
        long until = now;
        long from = now;
        for (int place = 0; Long.bitCount(mask) < count; place++) {
            if (place == host.devices()) {
                return Optional.empty();
            }
            int device = ends.device(place);
            if ((barred >> device & 1) == 0) {
                mask |= 1L << device;
                until = Math.max(until, ends.upper(device));
                from = Math.max(from, ends.lower(device));
            }
        }
        if (until >= latest) {
            return Optional.empty();
        }
        until = fed(host, asker, until);
        if (until >= latest) {
            return Optional.empty();
        }
        bound(asker.form(), until);
        return Optional.of(new Spot(host, mask, Math.min(from, until), until));
    }

    /** Once there are enough, only sooner ones matter; unless they must lie close together. */
    private void bound(Form form, long until) {
        if (wanted == 1) {
            latest = until;
        } else if (form.ask().gang().within() == Within.CLUSTER) {
            soonest.add(until);
            if (soonest.size() > wanted) {
                soonest.poll();
            }
            if (soonest.size() == wanted) {
                latest = soonest.element() + 1;
            }
        }
    }

    private static boolean starvesOthers(Asker asker, Host host) {
        for (Host.Keep keep : host.keeps) {
            if (asker.yieldsTo(keep.holder()) && asker.starves(host, keep, Set.of())) {
                return true;
            }
        }
        return false;
    }

    /**
     * When processors and memory suffice as well: mostly when the accelerators are free, for who had them had
     * those.
     */
    private long fed(Host host, Asker asker, long from) {
        Form form = asker.form();
        long keptCpus = 0;
        long keptMemory = 0;
        for (Host.Keep keep : host.keeps) {
            if (asker.yieldsTo(keep.holder())) {
                keptCpus += keep.holder().form().cpus;
                keptMemory += keep.holder().form().memory;
            }
        }
        long at = from;
        while (at < Tenant.NEVER) {
            long cpus = host.cpus() - keptCpus;
            long memory = host.memory() - keptMemory;
            long next = Tenant.NEVER;
            for (Tenant tenant : host.tenants) {
                long end = tenant.upperEnd(host, now);
                if (end <= at) {
                    cpus += tenant.form.cpus;
                    memory += tenant.form.memory;
                } else {
                    next = Math.min(next, end);
                }
            }
            if (cpus >= form.cpus && memory >= form.memory) {
                return at;
            }
            at = next;
        }
        return Tenant.NEVER;
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
