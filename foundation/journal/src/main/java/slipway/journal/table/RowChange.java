package slipway.journal.table;

import java.util.List;

/** A change of one record of one table. Never SQL, because the storm test replays changes as data. */
public sealed interface RowChange {

    Table<?> table();

    /** The primary key of the record. */
    default List<Cell> key() {
        return switch (this) {
            case Put<?> put -> put.table().keyCells(put.value());
            case Remove<?> remove -> remove.table().keyCells(remove.record());
        };
    }

    /** The record is there afterwards, whether it was before or not. */
    record Put<R extends Record>(Table<R> table, R value) implements RowChange {}

    /** The record with the key of {@code record} is gone afterwards. */
    record Remove<R extends Record>(Table<R> table, R record) implements RowChange {}
}
