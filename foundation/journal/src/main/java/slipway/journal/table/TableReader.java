package slipway.journal.table;

import java.util.function.Consumer;

/** Where the tables of the rooms can be read: a journal, a database beside its server, a backup. */
public interface TableReader {

    /** Every record of a table, in no particular order; none when the data is older than the table. */
    <R extends Record> void rows(Table<R> table, Consumer<R> each);
}
