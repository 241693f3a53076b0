package slipway.run.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import slipway.run.engine.AttemptId;

/**
 * Attempts that the engine took and lets wait. Our plan says that there is room for them; where the engine does not
 * find it within half a minute, the plan was wrong and somebody else may use the room that it keeps.
 */
public final class PendingLaunches {

    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private final Map<AttemptId, Wait> waits = new ConcurrentHashMap<>();

    private record Wait(Instant since, String reason, boolean givenUp) {}

    /**
     * It waits, for this reason.
     *
     * @return whether it has waited long enough
     */
    public boolean isGivenUp(AttemptId attempt, String reason, Instant now) {
        Wait wait =
                waits.compute(
                        attempt,
                        (_, before) -> {
                            Instant since = before == null ? now : before.since;
                            boolean late = !since.plus(MAX_WAIT).isAfter(now);
                            return new Wait(
                                    since, reason, late || (before != null && before.givenUp));
                        });
        return wait.givenUp;
    }

    /** Why it waited when it was given up; nothing if it was not. */
    public Optional<String> givenUpReason(AttemptId attempt) {
        return Optional.ofNullable(waits.get(attempt))
                .filter(Wait::givenUp)
                .map(
                        wait ->
                                "The engine did not start it within %d s: %s."
                                        .formatted(MAX_WAIT.toSeconds(), wait.reason));
    }

    /** Of all others nothing need be remembered. */
    public void retain(Set<AttemptId> present) {
        waits.keySet().retainAll(present);
    }
}
