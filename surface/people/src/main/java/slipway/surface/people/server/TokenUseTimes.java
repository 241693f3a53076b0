package slipway.surface.people.server;

import java.util.Optional;
import slipway.identity.Token;

/** The exact time of a token's last use; the stored time may be a minute older. */
@FunctionalInterface
public interface TokenUseTimes {
    Optional<Token.Use> lastUse(String token);
}
