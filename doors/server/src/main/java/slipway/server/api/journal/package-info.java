/**
 * The journal over HTTP: what happened, and the notes that people write into it.
 *
 * <p>Words: an <em>event stream</em> is the journal as server-sent events, one for each event, numbered as in the
 * journal, so that a reader who comes back names the last one it saw and misses nothing. A <em>note</em> is a sentence
 * a person writes into the journal.
 *
 * <p>Front doors: {@link slipway.server.api.journal.EventHandlers} and
 * {@link slipway.server.api.journal.NoteHandlers}.
 *
 * <p>Invariant: what is sent here is durable, and its reader may see it at the moment it is sent.
 */
@NullMarked
package slipway.server.api.journal;

import org.jspecify.annotations.NullMarked;
