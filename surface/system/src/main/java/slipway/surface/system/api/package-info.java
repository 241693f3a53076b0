/**
 * The routes of the server's own parts: the readers of its journal.
 *
 * <p>Terms: a <em>reader</em> follows the journal; its <em>position</em> is the number of the last event that it has
 * applied.
 *
 * <p>Entry point: {@link slipway.surface.system.api.ReaderRoutes}.
 *
 * <p>Invariant: the routes are data; they contain no behavior.
 */
@NullMarked
package slipway.surface.system.api;

import org.jspecify.annotations.NullMarked;
