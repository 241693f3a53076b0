package slipway.surface.web.http;

import java.util.Map;
import java.util.Optional;
import slipway.base.Actor;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.journal.IdempotencyKey;
import slipway.spec.BlockValues;
import slipway.surface.api.PathParameter;

/**
 * A request that was let through: read, checked and authorised.
 *
 * @param details what it carried besides, for the few handlers that need it
 */
public record AuthorizedRequest<Q>(
        Optional<Principal> caller,
        Map<PathParameter, String> parts,
        BlockValues query,
        Q body,
        Details details) {

    /**
     * How it came.
     *
     * @param key under which it may be sent again
     * @param lastEvent the last event that a stream's reader has seen
     * @param source the address it came from
     */
    public record Details(
            Actor actor,
            Optional<IdempotencyKey> key,
            Optional<Long> lastEvent,
            ClientAddress source,
            Cookies cookies) {}

    /** Who asks. Only a route that is open to anybody has nobody. */
    public Principal principal() {
        return caller.orElseThrow(
                () -> new IllegalStateException("A public route asked who is there"));
    }

    public Actor actor() {
        return details.actor();
    }

    public TeamId team() {
        return new TeamId(part(PathParameter.TEAM));
    }

    public String part(PathParameter part) {
        String value = parts.get(part);
        if (value == null) {
            throw new IllegalStateException("The path has no " + part.word());
        }
        return value;
    }
}
