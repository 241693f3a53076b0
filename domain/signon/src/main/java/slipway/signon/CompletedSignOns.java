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

    private static final Comparator<SignOnFlow> BY_EXPIRY =
            Comparator.comparing(SignOnFlow::expires);

    private final int capacity;
    private final Set<String> states = new HashSet<>();
    private final Queue<SignOnFlow> byExpiry = new PriorityQueue<>(BY_EXPIRY);

    CompletedSignOns(int room) {
        this.capacity = room;
    }

    /** Whether this is the first time. */
    synchronized boolean add(SignOnFlow signOnFlow, Instant now) {
        while (!byExpiry.isEmpty() && byExpiry.element().expires().isBefore(now)) {
            states.remove(byExpiry.remove().state());
        }
        if (!states.add(signOnFlow.state())) {
            return false;
        }
        byExpiry.add(signOnFlow);
        if (states.size() > capacity) {
            states.remove(byExpiry.remove().state());
        }
        return true;
    }
}
