package slipway.signon;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/**
 * Completed flows that have not expired, so that none is completed twice. An expired flow is refused by its own date.
 * When the memory is full, the flow that expires first is dropped: the provider refuses its code anyway, and a flood
 * must not keep people from signing in.
 */
final class CompletedSignOns {

    private static final Comparator<SignOnFlow> BY_EXPIRY =
            Comparator.comparing(SignOnFlow::expires);

    private final int capacity;
    private final Set<String> states = new HashSet<>();
    private final Queue<SignOnFlow> byExpiry = new PriorityQueue<>(BY_EXPIRY);

    CompletedSignOns(int capacity) {
        this.capacity = capacity;
    }

    /** Whether the flow is completed for the first time. */
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
