package slipway.run.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import slipway.run.engine.AttemptId;

/**
 * Attempts that the engine accepted and keeps queued. The plan says that their nodes have capacity; if the engine does
 * not start one within half a minute, the plan was wrong, and other workloads may use the capacity.
 */
final class PendingLaunches {

    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private final Map<AttemptId, Wait> waits = new ConcurrentHashMap<>();

    private record Wait(Instant since, String reason, boolean givenUp) {}

    /**
     * Records that the engine keeps it queued for this reason.
     *
     * @return whether it has waited too long
     */
    public boolean isGivenUp(AttemptId attempt, String reason, Instant now) {
        Wait wait =
                waits.compute(
                        attempt,
                        (_, before) -> {
                            // A clock that was set back begins the wait again.
                            Instant since =
                                    before == null || now.isBefore(before.since)
                                            ? now
                                            : before.since;
                            boolean late = !since.plus(MAX_WAIT).isAfter(now);
                            return new Wait(
                                    since, reason, late || (before != null && before.givenUp));
                        });
        return wait.givenUp;
    }

    /** Why it waited when it was given up; empty if it was not. */
    public Optional<String> givenUpReason(AttemptId attempt) {
        return Optional.ofNullable(waits.get(attempt))
                .filter(Wait::givenUp)
                .map(
                        wait ->
                                "The engine did not start it within %d s: %s."
                                        .formatted(MAX_WAIT.toSeconds(), wait.reason));
    }

    /** Drops what is known of all other attempts. */
    public void retain(Set<AttemptId> present) {
        waits.keySet().retainAll(present);
    }
}
