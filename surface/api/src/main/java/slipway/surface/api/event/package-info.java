/**
 * The routes of the journal: what happened, read a page at a time or as it happens, and the notes that people write
 * into it.
 *
 * <p>Words: those of the journal; a <em>note</em> is a sentence a person wrote.
 *
 * <p>Front doors: {@link slipway.surface.api.event.EventRoutes}, and {@link slipway.surface.api.event.EventSentence},
 * which tells an
 * event to people.
 *
 * <p>Invariant: an event is shown only to whoever may read the events of its team.
 */
@NullMarked
package slipway.surface.api.event;

import org.jspecify.annotations.NullMarked;
