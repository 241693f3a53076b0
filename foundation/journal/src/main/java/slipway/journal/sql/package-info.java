/**
 * The journal on a database: SQLite in a file, or a PostgreSQL server, with the same SQL.
 *
 * <p>Words: an <em>address</em> says where a database is; a <em>schema</em> is the tables of one room with their
 * migrations; a <em>dialect</em> is what differs between the two databases; a <em>backup</em> is one file from which
 * either can be filled, with what was <em>attached</em> to it.
 *
 * <p>Front doors: {@link slipway.journal.sql.Database}, where rooms read with SQL, {@link
 * slipway.journal.sql.SqlJournalStorage},
 * which a journal is opened on, and {@link slipway.journal.sql.Backup}.
 *
 * <p>Invariant: a group is one transaction, durable when the commit returns, and only one server at a time can write.
 */
@NullMarked
package slipway.journal.sql;

import org.jspecify.annotations.NullMarked;
