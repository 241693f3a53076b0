package slipway.schedule;

import org.jspecify.annotations.Nullable;
import slipway.base.Bytes;
import slipway.schedule.picture.Node.Devices;
import slipway.schedule.picture.Placement.Seat;

/**
 * Looks through one pool for the node that strands least, and of those for the tightest. Hosts come in the order of
 * what is free on them, so the first that strands nothing is the one: there the search stops. Only where processors are
 * short does it look further.
 */
final class Search {

    private static final double SAME = 1e-9;

    private final Board board;
    private final Asker asker;
    private final Pool pool;
    private final int takes;
    private @Nullable Host host;
    private int device = -1;
    private int remainder;
    private long missing;
    private double score = Double.POSITIVE_INFINITY;

    Search(Board board, Asker asker, Pool pool) {
        this.board = board;
        this.asker = asker;
        this.pool = pool;
        this.takes = pool.takes(asker.form());
    }

    boolean found() {
        return host != null;
    }

    /** What is wanted by name is dear: whoever can use something else leaves it. */
    private double worth() {
        return score + board.price(pool) * takes;
    }

    boolean isBetterThan(Search other) {
        double mine = worth();
        double its = other.worth();
        if (Math.abs(mine - its) > SAME) {
            return mine < its;
        }
        return left() < other.left();
    }

    private int left() {
        return host == null ? Integer.MAX_VALUE : host.freeInAll();
    }

    Seat seat() {
        Host chosen = java.util.Objects.requireNonNull(host);
        return device >= 0
                ? new Seat(chosen.node.name(), 1L << device, takes)
                : Seating.seat(chosen, asker.usable(chosen), asker);
    }

    void run() {
        Pool.HostSet stranded = pool.stranded();
        for (int at = stranded.next(0); at >= 0; at = stranded.next(at + 1)) {
            look(board.host(at));
        }
        if (host != null && score < -SAME) {
            return; // nothing that is not stranded can do better
        }
        if (asker.form().ask().isPart() && parts()) {
            return;
        }
        wholes();
    }

    private boolean parts() {
        for (var entry : pool.withPart(takes)) {
            if (scan(entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    private void wholes() {
        int least = asker.form().ask().isPart() ? 1 : asker.form().count;
        for (int free = least; free <= pool.count(); free++) {
            if (scan(pool.withWhole(free))) {
                return;
            }
        }
    }

    /** True when one was found that cannot be bettered. */
    private boolean scan(Pool.HostSet set) {
        for (int at = set.next(0); at >= 0; at = set.next(at + 1)) {
            look(board.host(at));
            if (score < SAME && missing == 0) {
                return true;
            }
        }
        return false;
    }

    private void look(Host candidate) {
        Form form = asker.form();
        if (!candidate.feeds(form)) {
            return;
        }
        double here = pool.packing().score(candidate, takes, form.cpus);
        if (here > score + SAME) {
            return;
        }
        if (form.ask().isPart()) {
            int slot = slot(candidate);
            if (slot >= 0 && isBetter(candidate, candidate.free(slot), here)) {
                choose(candidate, slot, here);
            }
        } else if (candidate.whole() >= form.count
                && isBetter(candidate, 0, here)
                && asker.finds(candidate)) {
            choose(candidate, -1, here);
        }
    }

    /** Who strands less; has more of its data; then the tighter slot; the fuller node; the first in order. */
    private boolean isBetter(Host candidate, int slot, double here) {
        if (host == null || here < score - SAME) {
            return true;
        }
        long lacks = missing(candidate);
        if (lacks != missing) {
            return lacks < missing;
        }
        if (slot != remainder) {
            return slot < remainder;
        }
        return candidate.freeInAll() != host.freeInAll()
                ? candidate.freeInAll() < host.freeInAll()
                : candidate.index < host.index;
    }

    /** Bytes that would have to be copied there first. */
    private long missing(Host candidate) {
        Bytes lacks = asker.waiter().workload().missing().get(candidate.node.name());
        return lacks == null ? 0 : lacks.count();
    }

    private void choose(Host candidate, int slot, double here) {
        host = candidate;
        device = slot;
        remainder = slot >= 0 ? candidate.free(slot) : 0;
        missing = missing(candidate);
        score = here;
    }

    /** The accelerator with the least free that is enough. */
    private int slot(Host candidate) {
        int best = -1;
        int least = Devices.WHOLE + 1;
        for (int each = 0; each < candidate.devices(); each++) {
            int free = candidate.free(each);
            if (free >= takes && free < least && asker.usable(candidate, each) >= takes) {
                best = each;
                least = free;
            }
        }
        return best;
    }
}
