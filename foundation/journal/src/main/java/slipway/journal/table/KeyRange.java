package slipway.journal.table;

import java.util.Optional;

/**
 * A range of a table whose key is one text column, in the order of the key. Keys consist of lower-case letters, digits
 * and hyphens, which every database sorts in the same order.
 *
 * @param key where the range begins; empty: at the first or last record, depending on the direction
 * @param limit maximum number of records
 */
public record KeyRange(
        Direction direction, Optional<String> key, int limit, Optional<Match> match) {

    /** Only records with this text in a column, which has an index together with the key. */
    public record Match(String column, String value) {}

    public KeyRange(Direction direction, Optional<String> key, int limit) {
        this(direction, key, limit, Optional.empty());
    }

    /** The same range of the records with this text in a column. */
    public KeyRange where(String column, String value) {
        return new KeyRange(direction, key, limit, Optional.of(new Match(column, value)));
    }

    /** The direction, and whether the key itself is included. */
    public enum Direction {
        /** Ascending, including the key. */
        FROM,
        /** Ascending, after the key. */
        AFTER,
        /** Descending, before the key. */
        BEFORE
    }

    /** Only the record with this key. */
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
