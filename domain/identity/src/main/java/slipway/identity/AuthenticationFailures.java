package slipway.identity;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Fact;

/**
 * Rate limit on failed authentication, by source address. After ten failures within five minutes a source gets only
 * 429, while a valid token from the same address still passes, so that users behind the address of an attacker are not
 * locked out. Memory is bounded; when it is full, the source with the oldest failure is dropped.
 */
final class AuthenticationFailures {

    static final int MAX_SOURCES = 10_000;
    private static final int MAX_FAILURES = 10;
    private static final Duration WINDOW = Duration.ofMinutes(5);
    private static final int MAX_SOURCE_LENGTH = 64;
    private static final int IPV6_NETWORK_BYTES = 8;

    private final Map<String, Deque<Instant>> failures = new LeastRecentlyUsed<>();
    private final Map<Reason, Count> counts = new LinkedHashMap<>();

    private record Reason(String source, String code) {}

    private record Count(long times, Instant since) {}

    private static final class LeastRecentlyUsed<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;

        LeastRecentlyUsed() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MAX_SOURCES;
        }
    }

    /**
     * Counts a failure.
     *
     * @return how long the source must wait when it has reached the limit
     */
    synchronized Optional<Duration> fail(String source, Instant now) {
        Deque<Instant> recent =
                failures.computeIfAbsent(source, _ -> new ArrayDeque<>(MAX_FAILURES));
        recent.removeIf(at -> at.isAfter(now.plus(WINDOW))); // the clock was set back
        Instant windowStart = now.minus(WINDOW);
        while (!recent.isEmpty() && !recent.getFirst().isAfter(windowStart)) {
            recent.removeFirst();
        }
        if (recent.size() >= MAX_FAILURES) {
            return Optional.of(Duration.between(windowStart, recent.getFirst()));
        }
        recent.addLast(now);
        return Optional.empty();
    }

    /** How many sources are in memory. */
    synchronized int sources() {
        return failures.size();
    }

    /** Counts for the journal. When too many sources fail, further ones share one row. */
    synchronized void count(String source, String code, Instant now) {
        var reason = new Reason(source, code);
        if (!counts.containsKey(reason) && counts.size() >= MAX_SOURCES / 10) {
            reason = new Reason("others", code);
        }
        counts.merge(
                reason,
                new Count(1, now),
                (earlier, added) -> new Count(earlier.times() + 1, earlier.since()));
    }

    /** Returns the counts since the last call and resets them. */
    synchronized List<Fact.AccessRefused> drain() {
        List<Fact.AccessRefused> facts =
                counts.entrySet().stream()
                        .map(
                                entry ->
                                        new Fact.AccessRefused(
                                                entry.getKey().source(),
                                                entry.getKey().code(),
                                                entry.getValue().times(),
                                                entry.getValue().since()))
                        .toList();
        counts.clear();
        return facts;
    }

    /** Adds counts back that could not be written. */
    synchronized void restore(List<Fact.AccessRefused> facts) {
        for (Fact.AccessRefused fact : facts) {
            counts.merge(
                    new Reason(fact.source(), fact.reason()),
                    new Count(fact.count(), fact.since()),
                    (later, earlier) ->
                            new Count(later.times() + earlier.times(), earlier.since()));
        }
    }

    /** One subscriber has a whole /64 of IPv6 addresses, so they count as one source. */
    static String source(String address) {
        try {
            InetAddress parsed = InetAddress.ofLiteral(address);
            return parsed instanceof Inet6Address ? network(parsed) : parsed.getHostAddress();
        } catch (IllegalArgumentException e) {
            // Not an IP address, for example the path of a socket: its text counts, shortened.
            String plain = address.replaceAll("\\P{Print}", "?");
            return plain.substring(0, Math.min(plain.length(), MAX_SOURCE_LENGTH));
        }
    }

    private static String network(InetAddress address) {
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, IPV6_NETWORK_BYTES, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an address", e);
        }
    }
}
