package slipway.run.attempt;

import java.util.Optional;
import slipway.base.TeamId;

/** Where jobs get the secrets of their team from. */
@FunctionalInterface
public interface SecretSource {

    /** Of teams that have none. */
    SecretSource NONE = (_, _) -> Optional.empty();

    Optional<String> of(TeamId team, String name);
}
