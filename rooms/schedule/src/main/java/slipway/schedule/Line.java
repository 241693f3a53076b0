package slipway.schedule;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting of one team that ask for the same: if the first of them finds no place, none does. */
final class Line {

    final Share team;
    final Form form;
    final Comparator<Waiter> order;
    private final NavigableSet<Waiter> waiters;

    // Where the pass under way has got to in this line.
    private Object pass = this;
    private @Nullable Waiter reached;
    private @Nullable Waiter next;
    private boolean known;
    private int looked;

    Line(Share team, Form form, Comparator<Waiter> order) {
        this.team = team;
        this.form = form;
        this.order = order;
        this.waiters = new TreeSet<>(order);
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    void add(Waiter waiter) {
        waiters.add(waiter);
        known = false;
    }

    void remove(Waiter waiter) {
        waiters.remove(waiter);
        known = false;
    }

    /** A place is kept for one of them, or no longer. */
    void changed() {
        known = false;
    }

    /** The next of the line in this pass, who has no place kept; nothing at its end. */
    @Nullable Waiter next(Object inPass) {
        if (!pass.equals(inPass)) {
            pass = inPass;
            reached = null;
            looked = 0;
            known = false;
        }
        if (!known) {
            next = reached == null ? first() : waiters.higher(reached);
            while (next != null && next.promise().isPresent()) {
                next = waiters.higher(next);
            }
            known = true;
        }
        return next;
    }

    private @Nullable Waiter first() {
        return waiters.isEmpty() ? null : waiters.first();
    }

    void reached(Waiter waiter) {
        reached = waiter;
        known = false;
    }

    /** How many were looked at in vain. */
    int looked() {
        looked++;
        return looked;
    }
}
