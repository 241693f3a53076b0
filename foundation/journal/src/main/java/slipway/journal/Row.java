package slipway.journal;

/** A change of one record of one table. Never SQL: what cannot be said as data cannot be replayed in a storm. */
public sealed interface Row {

    Table<?> table();

    /** The record is there afterwards, whether it was before or not. */
    record Put<R extends Record>(Table<R> table, R value) implements Row {}

    /** The record whose key columns equal those of {@code key} is gone afterwards. */
    record Remove<R extends Record>(Table<R> table, R key) implements Row {}
}
