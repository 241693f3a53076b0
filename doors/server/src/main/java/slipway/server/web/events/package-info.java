/**
 * What happened, newest first, and one event in full.
 *
 * <p>Words: those of {@link slipway.server.web}; a <em>wish</em> is what somebody looks for in the journal, and how far
 * back.
 *
 * <p>Front door: {@link slipway.server.web.events.EventPages}; {@link slipway.server.web.events.JournalSearch} reads the
 * journal for other pages too.
 *
 * <p>Invariant: nobody is shown an event that the API would not give them.
 */
@NullMarked
package slipway.server.web.events;

import org.jspecify.annotations.NullMarked;
