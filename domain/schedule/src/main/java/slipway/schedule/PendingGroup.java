package slipway.schedule;

import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The waiting of one team that ask for the same: if the first of them finds no place, none does. */
final class PendingGroup {

    final TeamShare team;
    final RequestClass form;
    final Comparator<PendingJob> order;
    private final NavigableSet<PendingJob> waiters;
    private int services;

    /** None of them, nor of those that were there with them, can use a shorter gap. */
    private long leastGap;

    // Where the pass under way has got to in this line.
    private Object pass = this;
    private @Nullable PendingJob reached;
    private @Nullable PendingJob next;
    private boolean known;
    private int looked;

    /** How many stand before it that were reached and are still there. */
    private int passed;

    /** The last for whom others could not be moved. */
    private @Nullable PendingJob vain;

    /** The one of whom it is known that it may find something. */
    private @Nullable PendingJob promising;

    PendingGroup(TeamShare team, RequestClass requestClass, Comparator<PendingJob> order) {
        this.team = team;
        this.form = requestClass;
        this.order = order;
        this.waiters = new TreeSet<>(order);
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    void add(PendingJob pendingJob) {
        leastGap =
                waiters.isEmpty()
                        ? pendingJob.leastGap()
                        : Math.min(leastGap, pendingJob.leastGap());
        if (waiters.add(pendingJob) && pendingJob.workload().isService()) {
            services++;
        }
        known = false;
    }

    void remove(PendingJob pendingJob) {
        if (waiters.remove(pendingJob) && pendingJob.workload().isService()) {
            services--;
        }
        if (pendingJob == reached) {
            passed--;
        }
        known = false;
    }

    /** A place is kept for one of them, or no longer. */
    void changed() {
        known = false;
    }

    /** The next of the line in this pass, who has no place kept; nothing at its end. */
    @Nullable PendingJob next(Object inPass) {
        if (!pass.equals(inPass)) {
            pass = inPass;
            reached = null;
            passed = 0;
            looked = 0;
            vain = null;
            promising = null;
            known = false;
        }
        if (!known) {
            next = passed == 0 || reached == null ? first() : waiters.higher(reached);
            while (next != null && next.promise().isPresent()) {
                next = waiters.higher(next);
            }
            known = true;
        }
        return next;
    }

    /**
     * Passes over those that are barred.
     *
     * @param most so many of them are looked at in one pass
     * @param shut whether nothing is to be had without others being moved
     * @return the first that is not, or nothing
     */
    @Nullable PendingJob skip(Predicate<PendingJob> barred, int most, boolean shut) {
        PendingJob at = next;
        Iterator<PendingJob> rest =
                at == null ? Collections.emptyIterator() : waiters.tailSet(at, false).iterator();
        while (at != null && barred.test(at)) {
            if (looked() > most || (shut && isVainForAllAfter(at))) {
                next = null;
                return null;
            }
            reached = at;
            passed++;
            at = withoutPlace(rest);
            next = at;
        }
        return at;
    }

    private static @Nullable PendingJob withoutPlace(Iterator<PendingJob> rest) {
        while (rest.hasNext()) {
            PendingJob each = rest.next();
            if (each.promise().isEmpty()) {
                return each;
            }
        }
        return null;
    }

    /** Whether somebody of them may be able to use a gap of this length, or comes before its holder. */
    boolean mayUse(long gap, PendingJob holder) {
        return gap >= leastGap || (!waiters.isEmpty() && waiters.first().outranks(holder));
    }

    private @Nullable PendingJob first() {
        return waiters.isEmpty() ? null : waiters.first();
    }

    /** Who has a place kept for it may yet lose it to one of a higher priority, and then asks again. */
    boolean isOver() {
        for (PendingJob holder : team.holders) {
            if (holder.line == this) {
                return false;
            }
        }
        return true;
    }

    void reached(PendingJob pendingJob) {
        reached = pendingJob;
        passed++;
        known = false;
    }

    void promising(@Nullable PendingJob pendingJob) {
        promising = pendingJob;
    }

    boolean isPromising(PendingJob pendingJob) {
        return promising == pendingJob;
    }

    void triedInVain(PendingJob pendingJob) {
        vain = pendingJob;
    }

    /** Whether nobody would be moved for it either: it has no better right than one for whom nobody was. */
    boolean isVainFor(PendingJob pendingJob) {
        PendingJob before = vain;
        return before != null
                && pendingJob.priority() <= before.priority()
                && pendingJob.rank() >= before.rank()
                && !pendingJob.workload().isService();
    }

    /** The same for everybody behind it: of one priority, they stand by rank. */
    private boolean isVainForAllAfter(PendingJob pendingJob) {
        return services == 0
                && order.equals(PendingJob.SHORTEST)
                && waiters.last().priority() == pendingJob.priority()
                && isVainFor(pendingJob);
    }

    /** How many were looked at in vain. */
    int looked() {
        looked++;
        return looked;
    }
}
