package slipway.surface.api.json;

import java.util.Optional;
import java.util.function.Function;

/**
 * A member of a request that changes an object, as in RFC 7396: an absent member keeps its value, null clears it. Only
 * for members that may be empty; the others are {@code Optional}, and null is a mistake.
 */
public sealed interface Patch<V> {

    /** The value stays. */
    record Keep<V>() implements Patch<V> {}

    /** The value is removed. */
    record Clear<V>() implements Patch<V> {}

    /** The value is replaced. */
    record Replace<V>(V value) implements Patch<V> {}

    static <V> Patch<V> keep() {
        return new Keep<>();
    }

    /** Replaces the value, if there is a new one. */
    static <V> Patch<V> of(Optional<V> changed) {
        return changed.<Patch<V>>map(Replace::new).orElseGet(Keep::new);
    }

    /** The new value, with one for "none"; empty if the value is kept. */
    default <R> Optional<R> map(R cleared, Function<V, R> set) {
        return switch (this) {
            case Keep<V>() -> Optional.empty();
            case Clear<V>() -> Optional.of(cleared);
            case Replace<V>(V value) -> Optional.of(set.apply(value));
        };
    }
}
