package slipway.identity;

import java.time.Instant;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * A team's secret, as it is kept.
 *
 * @param sealed the value, encrypted; only the room itself can open it
 */
public record TeamSecret(TeamId team, String name, String sealed, UserId setBy, Instant at) {

    @Override
    public String toString() {
        return "secret " + team + "/" + name;
    }
}
