package slipway.journal.table;

/** Receives the records of a table. */
@FunctionalInterface
public interface RowSink<R extends Record> {

    void row(R record);

    /** Receives a row that is not a record of the table. By default it ends the read. */
    default void unreadable(UnreadableRow unreadableRow) {
        throw unreadableRow;
    }

    /** Decodes the row and passes it on. */
    default void accept(Table<R> table, java.util.List<Cell> cells) {
        R decoded;
        try {
            decoded = table.record(cells);
        } catch (UnreadableRow e) {
            unreadable(e);
            return;
        }
        row(decoded);
    }
}
