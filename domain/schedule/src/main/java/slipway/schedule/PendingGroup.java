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
    final RequestClass requestClass;
    final Comparator<PendingJob> order;
    private final NavigableSet<PendingJob> jobs;
    private int services;

    /** None of them, nor of those that were there with them, can use a shorter gap. */
    private long shortestWindow;

    // Where the pass under way has got to in this line.
    private Object pass = this;
    private @Nullable PendingJob lastTried;
    private @Nullable PendingJob next;
    private boolean nextKnown;
    private int attempts;

    /** How many stand before it that were reached and are still there. */
    private int skipped;

    /** The last for whom others could not be moved. */
    private @Nullable PendingJob lastUnpreemptable;

    /** The one of whom it is known that it may find something. */
    private @Nullable PendingJob candidate;

    PendingGroup(TeamShare team, RequestClass requestClass, Comparator<PendingJob> order) {
        this.team = team;
        this.requestClass = requestClass;
        this.order = order;
        this.jobs = new TreeSet<>(order);
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    void add(PendingJob pendingJob) {
        shortestWindow =
                jobs.isEmpty()
                        ? pendingJob.shortestWindow()
                        : Math.min(shortestWindow, pendingJob.shortestWindow());
        if (jobs.add(pendingJob) && pendingJob.workload().isService()) {
            services++;
        }
        nextKnown = false;
    }

    void remove(PendingJob pendingJob) {
        if (jobs.remove(pendingJob) && pendingJob.workload().isService()) {
            services--;
        }
        if (pendingJob == lastTried) {
            skipped--;
        }
        nextKnown = false;
    }

    /** A place is kept for one of them, or no longer. */
    void reservationChanged() {
        nextKnown = false;
    }

    /** The next of the line in this pass, who has no place kept; nothing at its end. */
    @Nullable PendingJob next(Object inPass) {
        if (!pass.equals(inPass)) {
            pass = inPass;
            lastTried = null;
            skipped = 0;
            attempts = 0;
            lastUnpreemptable = null;
            candidate = null;
            nextKnown = false;
        }
        if (!nextKnown) {
            next = skipped == 0 || lastTried == null ? firstJob() : jobs.higher(lastTried);
            while (next != null && next.reservation().isPresent()) {
                next = jobs.higher(next);
            }
            nextKnown = true;
        }
        return next;
    }

    /**
     * Passes over those that are barred.
     *
     * @param limit so many of them are looked at in one pass
     * @param noWindowFits whether nothing is to be had without others being moved
     * @return the first that is not, or nothing
     */
    @Nullable PendingJob skip(Predicate<PendingJob> barred, int limit, boolean noWindowFits) {
        PendingJob at = next;
        Iterator<PendingJob> rest =
                at == null ? Collections.emptyIterator() : jobs.tailSet(at, false).iterator();
        while (at != null && barred.test(at)) {
            if (attempts() > limit || (noWindowFits && areAllAfterUnpreemptable(at))) {
                next = null;
                return null;
            }
            lastTried = at;
            skipped++;
            at = nextWithoutReservation(rest);
            next = at;
        }
        return at;
    }

    private static @Nullable PendingJob nextWithoutReservation(Iterator<PendingJob> rest) {
        while (rest.hasNext()) {
            PendingJob each = rest.next();
            if (each.reservation().isEmpty()) {
                return each;
            }
        }
        return null;
    }

    /** Whether somebody of them may be able to use a gap of this length, or comes before its holder. */
    boolean mayBackfill(long window, PendingJob holder) {
        return window >= shortestWindow || (!jobs.isEmpty() && jobs.first().outranks(holder));
    }

    private @Nullable PendingJob firstJob() {
        return jobs.isEmpty() ? null : jobs.first();
    }

    /** Who has a place kept for it may yet lose it to one of a higher priority, and then asks again. */
    boolean isExhausted() {
        for (PendingJob holder : team.reservationHolders) {
            if (holder.group == this) {
                return false;
            }
        }
        return true;
    }

    void lastTried(PendingJob pendingJob) {
        lastTried = pendingJob;
        skipped++;
        nextKnown = false;
    }

    void candidate(@Nullable PendingJob pendingJob) {
        candidate = pendingJob;
    }

    boolean isCandidate(PendingJob pendingJob) {
        return candidate == pendingJob;
    }

    void recordUnpreemptable(PendingJob pendingJob) {
        lastUnpreemptable = pendingJob;
    }

    /** Whether nobody would be moved for it either: it has no better right than one for whom nobody was. */
    boolean isUnpreemptable(PendingJob pendingJob) {
        PendingJob before = lastUnpreemptable;
        return before != null
                && pendingJob.priority() <= before.priority()
                && pendingJob.rank() >= before.rank()
                && !pendingJob.workload().isService();
    }

    /** The same for everybody behind it: of one priority, they stand by rank. */
    private boolean areAllAfterUnpreemptable(PendingJob pendingJob) {
        return services == 0
                && order.equals(PendingJob.SHORTEST)
                && jobs.last().priority() == pendingJob.priority()
                && isUnpreemptable(pendingJob);
    }

    /** How many were looked at in vain. */
    int attempts() {
        attempts++;
        return attempts;
    }
}
