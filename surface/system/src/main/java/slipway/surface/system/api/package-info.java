/**
 * The routes of the server's own parts: the readers of its journal, and webhooks.
 *
 * <p>Terms: a <em>reader</em> follows the journal; its <em>position</em> is the number of the last event that it has
 * applied. A <em>view</em> is the public form of an object; the secret of a webhook is in no view.
 *
 * <p>Entry points: {@link slipway.surface.system.api.ReaderRoutes}, {@link slipway.surface.system.api.WebhookRoutes}.
 *
 * <p>Invariant: the routes are data; they contain no behavior.
 */
@NullMarked
package slipway.surface.system.api;

import org.jspecify.annotations.NullMarked;
