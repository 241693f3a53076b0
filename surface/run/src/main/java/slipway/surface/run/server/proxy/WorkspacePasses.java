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
 * One-time tickets for workspaces, and the passes that they are exchanged for. Only their hashes are kept, in memory:
 * after a restart of the server users need a new ticket.
 */
final class WorkspacePasses {

    static final Duration TICKET = Duration.ofMinutes(5);
    static final Duration PASS = Duration.ofHours(12);

    private static final int MAX_ENTRIES = 10_000;
    private static final int RANDOM_BYTES = 32;

    private final SecureRandom random;
    private final Map<String, Pass> tickets = new ConcurrentHashMap<>();
    private final Map<String, Pass> passes = new ConcurrentHashMap<>();

    /**
     * @param principal the user at the time of the ticket; access is checked again for each request
     */
    record Pass(WorkloadId workload, Principal principal, Instant until) {

        boolean isValidFor(WorkloadId workspaceId, Instant now) {
            return workload.equals(workspaceId) && now.isBefore(until);
        }
    }

    WorkspacePasses(SecureRandom random) {
        this.random = random;
    }

    String ticket(WorkloadId workload, Principal principal, Instant now) {
        return store(tickets, new Pass(workload, principal, now.plus(TICKET)), now);
    }

    /** Consumes the ticket, and returns a pass if it is valid for this workspace. */
    Optional<String> exchange(String ticket, WorkloadId workspaceId, Instant now) {
        return Optional.ofNullable(tickets.remove(hash(ticket)))
                .filter(valid -> valid.isValidFor(workspaceId, now))
                .map(valid -> new Pass(workspaceId, valid.principal(), now.plus(PASS)))
                .map(pass -> store(passes, pass, now));
    }

    Optional<Pass> find(String text, WorkloadId workspaceId, Instant now) {
        return Optional.ofNullable(passes.get(hash(text)))
                .filter(pass -> pass.isValidFor(workspaceId, now));
    }

    /** Removes expired entries and those of other workspaces. */
    void retain(Predicate<WorkloadId> workspaces, Instant now) {
        Predicate<Pass> obsolete =
                pass -> !workspaces.test(pass.workload()) || !now.isBefore(pass.until());
        tickets.values().removeIf(obsolete);
        passes.values().removeIf(obsolete);
    }

    private String store(Map<String, Pass> entries, Pass pass, Instant now) {
        if (entries.size() >= MAX_ENTRIES) {
            entries.values().removeIf(each -> !now.isBefore(each.until()));
            entries.entrySet().stream()
                    .min(Map.Entry.comparingByValue(Comparator.comparing(Pass::until)))
                    .filter(_ -> entries.size() >= MAX_ENTRIES)
                    .ifPresent(oldest -> entries.remove(oldest.getKey()));
        }
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        entries.put(hash(text), pass);
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
