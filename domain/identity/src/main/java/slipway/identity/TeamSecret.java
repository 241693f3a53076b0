package slipway.identity;

import java.time.Instant;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * A secret of a team, as it is stored.
 *
 * @param sealed the encrypted value, in base64
 */
public record TeamSecret(TeamId team, String name, String sealed, UserId setBy, Instant at) {

    @Override
    public String toString() {
        return "secret " + team + "/" + name;
    }
}
