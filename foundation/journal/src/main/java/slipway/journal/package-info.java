/**
 * The one journal of the house. Every change of state appends events in the same transaction as the rows it changes;
 * what is not in the journal has not happened.
 *
 * <p>Words: a <em>commit</em> is a change as data: <em>drafts</em> of events, <em>rows</em> put or removed, an answer,
 * perhaps a <em>key</em>. The one <em>writer</em> makes a <em>group</em> of many commits, numbers their events, and
 * answers when the group is durable. A room's <em>owner</em> decides requests against the <em>picture</em> it
 * expects and
 * publishes the picture when it is true. A <em>reader</em> follows the events with a <em>cursor</em> of its own. Each
 * start of a server begins a new <em>term</em>. A <em>medium</em> is what the journal is kept on.
 *
 * <p>Front door: {@link slipway.journal.Journal}. The databases are in {@code slipway.journal.sql}.
 *
 * <p>The one invariant: a commit that was acknowledged is in the journal exactly once, whatever dies.
 */
@NullMarked
package slipway.journal;

import org.jspecify.annotations.NullMarked;
