package slipway.surface.people.server;

import java.util.Optional;
import slipway.identity.Token;

/** When a token was last used, to the moment: what is written down may be a minute behind. */
@FunctionalInterface
public interface TokenUseTimes {
    Optional<Token.Use> last(String token);
}
