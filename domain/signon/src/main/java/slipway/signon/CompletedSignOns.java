package slipway.signon;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/**
 * The trips that were finished and could still be repeated. A trip older than its ten minutes is refused by its own
 * date, so only the newest are remembered. If more finish than there is room for, those that end first are forgotten:
 * their code is used up at the provider anyway, and a flood must not keep people out.
 */
final class CompletedSignOns {

    private static final Comparator<SignOnFlow> SOONEST = Comparator.comparing(SignOnFlow::until);

    private final int room;
    private final Set<String> states = new HashSet<>();
    private final Queue<SignOnFlow> byEnd = new PriorityQueue<>(SOONEST);

    CompletedSignOns(int room) {
        this.room = room;
    }

    /** Whether this is the first time. */
    synchronized boolean add(SignOnFlow signOnFlow, Instant now) {
        while (!byEnd.isEmpty() && byEnd.element().until().isBefore(now)) {
            states.remove(byEnd.remove().state());
        }
        if (!states.add(signOnFlow.state())) {
            return false;
        }
        byEnd.add(signOnFlow);
        if (states.size() > room) {
            states.remove(byEnd.remove().state());
        }
        return true;
    }
}
