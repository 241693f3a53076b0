package slipway.run.attempt;

import java.util.Optional;
import slipway.base.TeamId;

/** Provides the secrets of a team to its jobs. */
@FunctionalInterface
public interface SecretSource {

    /** A source without secrets. */
    SecretSource NONE = (_, _) -> Optional.empty();

    Optional<String> of(TeamId team, String name);

    /** A value is about to be delivered to an attempt; called before it is written there. */
    default void delivered(Delivery delivery) {}

    /**
     * The delivery of a value.
     *
     * @param owner of the workload
     * @param attempt its name
     */
    record Delivery(TeamId team, String secret, String owner, String attempt, long bytes) {}
}
