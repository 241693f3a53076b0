package slipway.journal.table;

import java.util.List;

/**
 * A row change as the values that a database stores. The thread that decided the change encodes it, so a value that
 * cannot be stored refuses one request and never reaches the writer, which all requests share.
 *
 * @param cells every column of a row that is put; the primary key of one that is removed
 */
public record EncodedRow(Table<?> table, boolean removed, List<Cell> cells) {

    /** Throws {@link UnstorableValue} when a value cannot be stored, or would not be read back as it is. */
    public static EncodedRow of(RowChange rowChange) {
        return switch (rowChange) {
            case RowChange.Put<?> put ->
                    new EncodedRow(put.table(), false, put.table().encode(put.value()));
            case RowChange.Remove<?> remove ->
                    new EncodedRow(remove.table(), true, remove.table().keyCells(remove.record()));
        };
    }

    /** The primary key of the record. */
    public List<Cell> key() {
        return removed ? cells : table.keyOf(cells);
    }

    /** The characters of its texts, roughly the space that it takes. */
    public long size() {
        return cells.stream()
                .mapToLong(cell -> cell instanceof Cell.Text(var text) ? text.length() : 8)
                .sum();
    }
}
