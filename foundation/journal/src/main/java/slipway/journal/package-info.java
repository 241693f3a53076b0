/**
 * The journal: an append-only event log with a single writer and group commit. Every change of state appends events in
 * the same transaction as the rows it changes; what is not in the journal has not happened.
 *
 * <p>Terms: a <em>commit</em> is a change as data: event <em>drafts</em>, <em>rows</em> to put or remove, an answer,
 * and optionally an <em>idempotency key</em>. The <em>writer</em> puts many commits into one <em>group</em>, numbers
 * their events, and answers the callers when the group is durable. The <em>owner</em> of a module decides requests on a
 * <em>pending snapshot</em> and publishes the snapshot when it is durable. A <em>reader</em> follows the events and
 * stores its position as a <em>cursor</em>. The thread that decided a commit <em>encodes</em> it. Each server start
 * begins a new <em>term</em>, which is the fencing token of the writer. A <em>storage</em> is the database, or the
 * memory, that holds the journal.
 *
 * <p>Entry point: {@link slipway.journal.Journal}. The databases are in {@code slipway.journal.sql}.
 *
 * <p>Invariant: an acknowledged commit is in the journal exactly once, whichever process or machine crashes.
 */
@NullMarked
package slipway.journal;

import org.jspecify.annotations.NullMarked;
