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
 * A request that was decoded, validated and authorized.
 *
 * @param details other properties, for the few handlers that need them
 */
public record AuthorizedRequest<Q>(
        Optional<Principal> caller,
        Map<PathParameter, String> parts,
        BlockValues query,
        Q body,
        Details details) {

    /**
     * Other properties of a request.
     *
     * @param key its idempotency key
     * @param lastEvent the last event that the reader of a stream has received
     * @param source the client's address
     */
    public record Details(
            Actor actor,
            Optional<IdempotencyKey> key,
            Optional<Long> lastEvent,
            ClientAddress source,
            Cookies cookies) {}

    /** The principal. Only a public route has none. */
    public Principal principal() {
        return caller.orElseThrow(
                () -> new IllegalStateException("A public route has no principal"));
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
