package slipway.schedule;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting of one team that ask for the same: if the first of them finds no place, none does. */
final class Line {

    final Share team;
    final Form form;
    final NavigableSet<Waiter> waiters;

    // Where the pass under way has got to in this line.
    private Object pass = this;
    private @Nullable Waiter reached;
    private int looked;

    Line(Share team, Form form, Comparator<Waiter> order) {
        this.team = team;
        this.form = form;
        this.waiters = new TreeSet<>(order);
    }

    /** The next of the line in this pass, who has no place kept; nothing at its end. */
    @Nullable Waiter next(Object inPass) {
        if (!pass.equals(inPass)) {
            pass = inPass;
            reached = null;
            looked = 0;
        }
        Waiter next = reached == null ? first() : waiters.higher(reached);
        while (next != null && next.promise().isPresent()) {
            next = waiters.higher(next);
        }
        return next;
    }

    private @Nullable Waiter first() {
        return waiters.isEmpty() ? null : waiters.first();
    }

    void reached(Waiter waiter) {
        reached = waiter;
    }

    /** How many were looked at in vain. */
    int looked() {
        looked++;
        return looked;
    }
}
