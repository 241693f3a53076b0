/**
 * Tables as data: records, columns, cells and row changes, independent of a database. A module declares a table by the
 * record that is its row; each component of the record is a column, stored as one {@link slipway.journal.table.Cell}. A
 * commit carries {@link slipway.journal.table.RowChange}s, and every storage applies and reads them the same way.
 *
 * <p>Entry point: {@link slipway.journal.table.Table}. Invariant: every storage reads a stored record back as an
 * equal record.
 */
@NullMarked
package slipway.journal.table;

import org.jspecify.annotations.NullMarked;
