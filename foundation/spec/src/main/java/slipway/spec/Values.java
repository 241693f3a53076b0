package slipway.spec;

import java.util.Map;
import java.util.Optional;
import slipway.base.Place;

/** What a block says, by key, with the place where each value was written. */
public final class Values {

    /** The place of a value that nobody wrote. */
    public static final Place DEFAULT = Place.of("default");

    private final Place place;
    private final Map<Key<?>, Held> held;

    record Held(Object value, Place place) {}

    Values(Place place, Map<Key<?>, Held> held) {
        this.place = place;
        this.held = Map.copyOf(held);
    }

    /** The value of a key that is required or has a default. */
    public <T> T get(Key<T> key) {
        return find(key)
                .orElseThrow(
                        () -> new IllegalStateException(key.name() + " was not written; use find"));
    }

    @SuppressWarnings("unchecked") // Shape puts under a key only what the key's own type has read.
    public <T> Optional<T> find(Key<T> key) {
        return Optional.ofNullable(held.get(key)).map(there -> (T) there.value());
    }

    /** Where the value comes from; {@link #DEFAULT} when it was not written. */
    public Place place(Key<?> key) {
        return Optional.ofNullable(held.get(key)).map(Held::place).orElse(DEFAULT);
    }

    /** Where the block itself stands. */
    public Place place() {
        return place;
    }
}
