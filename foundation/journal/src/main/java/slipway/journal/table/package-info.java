/**
 * Tables as data: records, columns, cells and row changes, independent of a database.
 *
 * <p>Entry point: {@link slipway.journal.table.Table}.
 */
@NullMarked
package slipway.journal.table;

import org.jspecify.annotations.NullMarked;
