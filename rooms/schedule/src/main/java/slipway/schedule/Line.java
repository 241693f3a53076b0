package slipway.schedule;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The waiting of one team that ask for the same: if the first of them finds no place, none does. */
final class Line {

    final Share team;
    final Form form;
    final Comparator<Waiter> order;
    final NavigableSet<Waiter> waiters;

    Line(Share team, Form form, Comparator<Waiter> order) {
        this.team = team;
        this.form = form;
        this.order = order;
        this.waiters = new TreeSet<>(order);
    }
}
