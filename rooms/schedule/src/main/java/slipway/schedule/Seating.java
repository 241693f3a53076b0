package slipway.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import slipway.schedule.picture.Ask.Within;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Placement.Seat;

/**
 * Finds a place. One node: the tightest that fits, so that whole nodes stay free for the big ones behind. A gang: the
 * smallest domain that fits, of those the fullest, and in it the tightest nodes. A part of an accelerator: beside other
 * parts where it fits most tightly, and only then on an accelerator of its own.
 */
final class Seating {

    private static final Comparator<Host> TIGHTEST =
            Comparator.comparingInt(Host::whole).thenComparingInt(host -> host.index);

    private final Board board;

    Seating(Board board) {
        this.board = board;
    }

    /** A place for so many nodes of the form, or nothing. */
    Optional<Placement> find(Asker asker, int nodes) {
        return nodes == 1
                ? one(asker).map(seat -> new Placement(List.of(seat)))
                : gang(asker, nodes);
    }

    // One node.

    private Optional<Seat> one(Asker asker) {
        Search best = null;
        for (Pool pool : asker.form().pools()) {
            if (asker.mayHave(pool, 1)) {
                var search = new Search(board, asker, pool);
                search.run();
                if (search.found() && (best == null || search.isBetterThan(best))) {
                    best = search;
                }
            }
        }
        return best == null ? Optional.empty() : Optional.of(best.seat());
    }

    static Seat seat(Host host, long usable, Asker asker) {
        long unkept = usable;
        for (Host.Keep keep : host.keeps) {
            if (keep.holder() != asker.waiter()) {
                unkept &= ~keep.seat().mask();
            }
        }
        int count = asker.form().count;
        long from = Long.bitCount(unkept) >= count ? unkept : usable;
        return new Seat(host.node.name(), host.pick(from, count), 1_000);
    }

    // Several nodes.

    private Optional<Placement> gang(Asker asker, int nodes) {
        for (String type : asker.form().types()) {
            List<Host> close = inOneRack(asker, type, nodes);
            if (!close.isEmpty()) {
                return Optional.of(place(close, asker));
            }
            List<Host> candidates = candidates(asker, type, nodes);
            List<Host> chosen = choose(candidates, nodes, asker.form().ask().gang().within());
            if (!chosen.isEmpty()) {
                return Optional.of(place(chosen, asker));
            }
        }
        return Optional.empty();
    }

    private static Placement place(List<Host> chosen, Asker asker) {
        return new Placement(
                chosen.stream().map(host -> seat(host, asker.usable(host), asker)).toList());
    }

    /** The usual case, by what the racks have: where one pool has all of a type. */
    private List<Host> inOneRack(Asker asker, String type, int nodes) {
        List<Pool> pools =
                asker.form().pools().stream().filter(pool -> pool.type().equals(type)).toList();
        if (pools.size() != 1 || !asker.mayHave(pools.getFirst(), nodes)) {
            return List.of();
        }
        Pool pool = pools.getFirst();
        var tried = new BitSet();
        int rack = pool.racks().fullest(nodes, asker.form().count, tried);
        while (rack >= 0) {
            List<Host> here = tightest(asker, pool.inRack(rack), nodes);
            if (here.size() == nodes) {
                return here;
            }
            tried.set(rack);
            rack = pool.racks().fullest(nodes, asker.form().count, tried);
        }
        return List.of();
    }

    private static List<Host> tightest(Asker asker, List<Host> hosts, int nodes) {
        return hosts.stream()
                .filter(host -> host.whole() >= asker.form().count && host.ready())
                .filter(host -> host.feeds(asker.form()))
                .filter(asker::finds)
                .sorted(TIGHTEST)
                .limit(nodes)
                .toList();
    }

    /** In the order of the hosts, so that those of one rack follow each other. */
    List<Host> candidates(Asker asker, String type, int nodes) {
        Form form = asker.form();
        List<Host> found = new ArrayList<>();
        for (Pool pool : form.pools()) {
            if (pool.type().equals(type) && asker.mayHave(pool, nodes)) {
                for (int free = form.count; free <= pool.count(); free++) {
                    Pool.HostSet set = pool.withWhole(free);
                    for (int at = set.next(0); at >= 0; at = set.next(at + 1)) {
                        Host host = board.host(at);
                        if (host.feeds(form) && asker.finds(host)) {
                            found.add(host);
                        }
                    }
                }
            }
        }
        found.sort(Comparator.comparingInt(host -> host.index));
        return found;
    }

    /** The smallest domain that holds so many, the fullest of those, and in it the tightest nodes. */
    static List<Host> choose(List<Host> candidates, int nodes, Within within) {
        if (candidates.size() < nodes || (within == Within.NODE && nodes > 1)) {
            return List.of();
        }
        List<Host> inRack = fullest(candidates, nodes, host -> host.rack);
        if (!inRack.isEmpty() || within == Within.RACK) {
            return inRack.stream().sorted(TIGHTEST).limit(nodes).toList();
        }
        List<Host> inPod = fullest(candidates, nodes, host -> host.pod);
        if (!inPod.isEmpty() || within == Within.POD) {
            return spread(inPod, nodes);
        }
        return spread(candidates, nodes);
    }

    /** Of the domains with enough nodes, the one with the least free. */
    private static List<Host> fullest(
            List<Host> candidates, int nodes, ToIntFunction<Host> domain) {
        List<Host> best = List.of();
        int least = Integer.MAX_VALUE;
        int start = 0;
        while (start < candidates.size()) {
            int end = start;
            int free = 0;
            int here = domain.applyAsInt(candidates.get(start));
            while (end < candidates.size() && domain.applyAsInt(candidates.get(end)) == here) {
                free += candidates.get(end).whole();
                end++;
            }
            if (end - start >= nodes && free < least) {
                least = free;
                best = candidates.subList(start, end);
            }
            start = end;
        }
        return best;
    }

    /** Over as few racks as possible: those with the most candidates first. */
    private static List<Host> spread(List<Host> candidates, int nodes) {
        var size = new java.util.HashMap<Integer, Integer>();
        candidates.forEach(host -> size.merge(host.rack, 1, Integer::sum));
        return candidates.stream()
                .sorted(
                        Comparator.<Host>comparingInt(host -> -size.getOrDefault(host.rack, 0))
                                .thenComparingInt(host -> host.rack)
                                .thenComparing(TIGHTEST))
                .limit(nodes)
                .toList();
    }
}
