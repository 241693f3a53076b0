package slipway.run.attempt;

import java.util.Optional;
import slipway.base.TeamId;

/** Provides the secrets of a team to its jobs. */
@FunctionalInterface
public interface SecretSource {

    /** A source without secrets. */
    SecretSource NONE = (_, _) -> Optional.empty();

    Optional<String> of(TeamId team, String name);
}
