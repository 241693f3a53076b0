/**
 * The routes of the journal: events in pages or as a stream, and the notes that people write into it; and the sentence
 * that describes each event.
 *
 * <p>Terms: those of the journal; a <em>note</em> is a text that a person wrote.
 *
 * <p>Entry points: {@link slipway.surface.api.event.EventRoutes}, {@link slipway.surface.api.event.EventSentence}.
 *
 * <p>Invariant: an event is shown only to users who may read the events of its team.
 */
@NullMarked
package slipway.surface.api.event;

import org.jspecify.annotations.NullMarked;
