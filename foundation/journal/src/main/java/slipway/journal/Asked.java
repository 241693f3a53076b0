package slipway.journal;

import java.util.Optional;
import slipway.base.Actor;

/** A request to a room: what is asked, by whom, and under which key it may be sent again. */
public record Asked<Q>(Q request, Actor actor, Optional<Key> key) {

    public static <Q> Asked<Q> of(Q request, Actor actor) {
        return new Asked<>(request, actor, Optional.empty());
    }

    public Asked<Q> under(Key newKey) {
        return new Asked<>(request, actor, Optional.of(newKey));
    }
}
