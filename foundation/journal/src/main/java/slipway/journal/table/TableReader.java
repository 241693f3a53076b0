package slipway.journal.table;

/** A source of table records: a journal, the database of a running server, or a backup. */
public interface TableReader {

    /** Every record of a table, in no particular order; none when the data is older than the table. */
    <R extends Record> void rows(Table<R> table, RowSink<R> each);
}
