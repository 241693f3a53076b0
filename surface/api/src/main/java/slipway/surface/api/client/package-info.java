/**
 * The HTTP client of the API: typed calls with retries, event streams, certificate pinning and the user's contexts.
 *
 * <p>Terms: a <em>call</em> is one request to a route; a <em>context</em> is a server with the credentials for it; a
 * <em>feed</em> is a stream of items that resumes after an interruption.
 *
 * <p>Entry points: {@link slipway.surface.api.client.ApiClient}, {@link slipway.surface.api.client.ServerContexts}.
 *
 * <p>Invariant: a token is sent only to the address of its context, and a change without an idempotency key is never
 * repeated.
 */
@NullMarked
package slipway.surface.api.client;

import org.jspecify.annotations.NullMarked;
