package slipway.journal;

import java.util.Optional;
import slipway.base.Actor;

/** A request to a module, its actor, and the idempotency key under which it may be repeated. */
public record ModuleRequest<Q>(Q request, Actor actor, Optional<IdempotencyKey> key) {

    public static <Q> ModuleRequest<Q> of(Q request, Actor actor) {
        return new ModuleRequest<>(request, actor, Optional.empty());
    }

    public ModuleRequest<Q> under(IdempotencyKey newKey) {
        return new ModuleRequest<>(request, actor, Optional.of(newKey));
    }
}
