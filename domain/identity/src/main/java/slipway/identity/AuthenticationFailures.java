package slipway.identity;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

    /** Anyone can cause refusals, and the journal keeps facts for ever. */
    static final int MAX_FACTS_PER_HOUR = 20;

    private static final Duration REFILL_INTERVAL =
            Duration.ofHours(1).dividedBy(MAX_FACTS_PER_HOUR);
    private static final String OTHERS = "others";

    private final Map<String, Deque<Instant>> failures = new LeastRecentlyUsed<>();
    private final Map<Reason, Count> counts = new LinkedHashMap<>();

    /** The facts that were written use up the rate until this time. */
    private Instant usedUntil = Instant.MIN;

    private record Reason(String source, String code) {}

    private record Count(long times, Instant since) {

        Count plus(Count other) {
            return new Count(
                    times + other.times, since.isBefore(other.since) ? since : other.since);
        }
    }

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
        add(new Reason(source, code), new Count(1, now));
    }

    private void add(Reason reason, Count count) {
        boolean full = !counts.containsKey(reason) && counts.size() >= MAX_SOURCES / 10;
        counts.merge(full ? new Reason(OTHERS, reason.code()) : reason, count, Count::plus);
    }

    /**
     * Takes the counts for the journal: each source and reason as long as they are few, in a flood only the most
     * frequent ones, and all others as one. Counts above the number of facts in an hour wait here for a later call.
     */
    synchronized List<Fact.AccessRefused> drain(Instant now) {
        int allowed = takeAllowed(now);
        if (allowed == 0) {
            return List.of();
        }
        List<Map.Entry<Reason, Count>> sorted =
                counts.entrySet().stream()
                        .sorted(Comparator.comparingLong(entry -> -entry.getValue().times()))
                        .toList();
        int single = sorted.size() <= allowed ? sorted.size() : allowed - 1;
        List<Fact.AccessRefused> facts = new ArrayList<>();
        sorted.subList(0, single).forEach(each -> facts.add(fact(each.getKey(), each.getValue())));
        sorted.subList(single, sorted.size()).stream()
                .map(Map.Entry::getValue)
                .reduce(Count::plus)
                .ifPresent(rest -> facts.add(fact(new Reason(OTHERS, "various"), rest)));
        counts.clear();
        return facts;
    }

    /** A token bucket: how many facts may be written now, at most as many as there are counts. */
    private int takeAllowed(Instant now) {
        Instant emptyAt = now.plus(REFILL_INTERVAL.multipliedBy(MAX_FACTS_PER_HOUR));
        // The clock may have been set back, so the time is bounded on both sides.
        Instant used = usedUntil.isAfter(emptyAt) ? emptyAt : usedUntil;
        Instant from = used.isBefore(now) ? now : used;
        long free = Duration.between(from, emptyAt).dividedBy(REFILL_INTERVAL);
        int taken = Math.min(Math.clamp(free, 0, MAX_FACTS_PER_HOUR), counts.size());
        usedUntil = from.plus(REFILL_INTERVAL.multipliedBy(taken));
        return taken;
    }

    private static Fact.AccessRefused fact(Reason reason, Count count) {
        return new Fact.AccessRefused(reason.source(), reason.code(), count.times(), count.since());
    }

    /** Adds counts back that could not be written. */
    synchronized void restore(List<Fact.AccessRefused> facts) {
        facts.forEach(
                fact ->
                        add(
                                new Reason(fact.source(), fact.reason()),
                                new Count(fact.count(), fact.since())));
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
