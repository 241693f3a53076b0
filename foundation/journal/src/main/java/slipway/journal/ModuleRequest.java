package slipway.journal;

import java.util.Optional;
import slipway.base.Actor;

/** A request to a room: what is asked, by whom, and under which key it may be sent again. */
public record ModuleRequest<Q>(Q request, Actor actor, Optional<IdempotencyKey> key) {

    public static <Q> ModuleRequest<Q> of(Q request, Actor actor) {
        return new ModuleRequest<>(request, actor, Optional.empty());
    }

    public ModuleRequest<Q> under(IdempotencyKey newKey) {
        return new ModuleRequest<>(request, actor, Optional.of(newKey));
    }
}
