/**
 * The journal over HTTP: the stream of events, and the notes that people write into it.
 *
 * <p>Words: an <em>event stream</em> is the journal as server-sent events, one for each event, numbered as in the
 * journal, so that a reader who comes back names the last one it saw and misses nothing. A <em>note</em> is a sentence
 * a person writes into the journal.
 *
 * <p>Front doors: {@link slipway.server.api.journal.EventRoutes} and {@link slipway.server.api.journal.NoteRoutes}.
 *
 * <p>Invariant: what is sent here is durable.
 */
@NullMarked
package slipway.server.api.journal;

import org.jspecify.annotations.NullMarked;
