package slipway.surface.run.server.proxy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import slipway.base.WorkloadId;
import slipway.identity.Principal;

/**
 * Tickets, each good for one way into one workspace, and the passes they are exchanged for. They are kept as hashes and
 * in memory alone: a server that was restarted lets nobody in who does not ask again.
 */
final class WorkspacePasses {

    static final Duration TICKET = Duration.ofMinutes(5);
    static final Duration PASS = Duration.ofHours(12);

    private static final int MOST = 10_000;
    private static final int BYTES = 32;

    private final SecureRandom random;
    private final Map<String, Pass> tickets = new ConcurrentHashMap<>();
    private final Map<String, Pass> passes = new ConcurrentHashMap<>();

    /**
     * @param visitor as recognised when the ticket was made; whether that still holds is asked each time
     */
    record Pass(WorkloadId workload, Principal visitor, Instant until) {

        boolean opens(WorkloadId door, Instant now) {
            return workload.equals(door) && now.isBefore(until);
        }
    }

    WorkspacePasses(SecureRandom random) {
        this.random = random;
    }

    String ticket(WorkloadId workload, Principal principal, Instant now) {
        return kept(tickets, new Pass(workload, principal, now.plus(TICKET)), now);
    }

    /** Takes the ticket, whatever comes of it, and gives a pass for one that is good here. */
    Optional<String> enter(String ticket, WorkloadId door, Instant now) {
        return Optional.ofNullable(tickets.remove(hash(ticket)))
                .filter(taken -> taken.opens(door, now))
                .map(taken -> new Pass(door, taken.visitor(), now.plus(PASS)))
                .map(pass -> kept(passes, pass, now));
    }

    Optional<Pass> find(String text, WorkloadId door, Instant now) {
        return Optional.ofNullable(passes.get(hash(text))).filter(pass -> pass.opens(door, now));
    }

    /** Of all others nothing need be remembered. */
    void keep(Predicate<WorkloadId> doors, Instant now) {
        Predicate<Pass> over = pass -> !doors.test(pass.workload()) || !now.isBefore(pass.until());
        tickets.values().removeIf(over);
        passes.values().removeIf(over);
    }

    private String kept(Map<String, Pass> where, Pass pass, Instant now) {
        if (where.size() >= MOST) {
            where.values().removeIf(each -> !now.isBefore(each.until()));
            where.entrySet().stream()
                    .min(Map.Entry.comparingByValue(Comparator.comparing(Pass::until)))
                    .filter(_ -> where.size() >= MOST)
                    .ifPresent(oldest -> where.remove(oldest.getKey()));
        }
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        where.put(hash(text), pass);
        return text;
    }

    private static String hash(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
