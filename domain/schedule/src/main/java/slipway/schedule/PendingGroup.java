package slipway.schedule;

import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The pending jobs of one team with equal requests: if the first finds no placement, none does. */
final class PendingGroup {

    final TeamShare team;
    final RequestClass requestClass;
    final Comparator<PendingJob> order;
    private final NavigableSet<PendingJob> jobs;
    private int services;

    /** No job of the group, past or present, can use a shorter backfill window. */
    private long shortestWindow;

    // How far the current pass has come in this group.
    private Object pass = this;
    private @Nullable PendingJob lastTried;
    private @Nullable PendingJob next;
    private boolean nextKnown;
    private int attempts;

    /** How many jobs before it were tried and are still here. */
    private int skipped;

    /** The last job for which no preemption was possible. */
    private @Nullable PendingJob lastUnpreemptable;

    /** The job that is known to have a chance. */
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

    /** A job of the group gained or lost a reservation. */
    void reservationChanged() {
        nextKnown = false;
    }

    /** The next job in this pass that has no reservation; null at the end. */
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
     * Skips jobs that cannot start.
     *
     * @param limit how many of them are tried in one pass
     * @param noWindowFits whether nothing can start without preemption
     * @return the first that may start, or null
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

    /** Whether one of the jobs may fit a backfill window of this length, or outranks its holder. */
    boolean mayBackfill(long window, PendingJob holder) {
        return window >= shortestWindow || (!jobs.isEmpty() && jobs.first().outranks(holder));
    }

    private @Nullable PendingJob firstJob() {
        return jobs.isEmpty() ? null : jobs.first();
    }

    /**
     * Whether the pass is done with this group. A holder may still lose its reservation to a higher priority and is
     * then tried again.
     */
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

    /**
     * Whether preemption is impossible for this job too: its claim is no better than that of a job that could not
     * preempt.
     */
    boolean isUnpreemptable(PendingJob pendingJob) {
        PendingJob before = lastUnpreemptable;
        return before != null
                && pendingJob.priority() <= before.priority()
                && pendingJob.rank() >= before.rank()
                && !pendingJob.workload().isService();
    }

    /** The same for all jobs behind it: within one priority they are in the order of rank. */
    private boolean areAllAfterUnpreemptable(PendingJob pendingJob) {
        return services == 0
                && order.equals(PendingJob.SHORTEST)
                && jobs.last().priority() == pendingJob.priority()
                && isUnpreemptable(pendingJob);
    }

    /** Counts a job that was tried without success. */
    int attempts() {
        attempts++;
        return attempts;
    }
}
