/**
 * The journal on a database: SQLite in a file, or a PostgreSQL server, with the same SQL.
 *
 * <p>Terms: an <em>address</em> locates a database; a <em>schema</em> is the tables of one module with their
 * migrations; a <em>dialect</em> holds the differences between the two databases; a <em>backup</em> is one file that
 * can be restored into either, with <em>attached</em> files.
 *
 * <p>Entry points: {@link slipway.journal.sql.Database}, where modules read with SQL, {@link
 * slipway.journal.sql.SqlJournalStorage}, on which a journal is opened, and {@link slipway.journal.sql.Backup}.
 *
 * <p>Invariant: a group is one transaction, durable when the commit returns, and only one server at a time can write.
 */
@NullMarked
package slipway.journal.sql;

import org.jspecify.annotations.NullMarked;
