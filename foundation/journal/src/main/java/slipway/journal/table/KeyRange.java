package slipway.journal.table;

import java.util.Optional;

/**
 * A part of a table whose records are named by one text, in the order of that text. Such texts are lower-case letters,
 * digits and hyphens, which every database sorts alike.
 *
 * @param key where it begins; none: at the end that the way comes from
 * @param limit at most so many records
 */
public record KeyRange(Direction direction, Optional<String> key, int limit) {

    /** In which direction, and whether the key itself belongs to it. */
    public enum Direction {
        /** Upwards, from the key itself. */
        FROM,
        /** Upwards, behind the key. */
        AFTER,
        /** Downwards, below the key. */
        BEFORE
    }

    /** The record of this key and no other. */
    public static KeyRange only(String key) {
        return new KeyRange(Direction.FROM, Optional.of(key), 1);
    }

    public static KeyRange after(Optional<String> key, int limit) {
        return new KeyRange(Direction.AFTER, key, limit);
    }

    public static KeyRange before(Optional<String> key, int limit) {
        return new KeyRange(Direction.BEFORE, key, limit);
    }
}
